import { expect } from '@open-wc/testing';
import { placeOf } from './place.ts';

const shop = 'https://shop.example';
type Page = NonNullable<Parameters<typeof placeOf>[0]>;
type Around = Page['parent'];

/** A page that is around the one under test, and those around it. The last is on top. */
function around(...origins: readonly string[]): Around {
  const [origin = '', ...outer] = origins;
  return {
    location: { origin },
    get parent() {
      return outer.length > 0 ? around(...outer) : this;
    },
  };
}

/** What Firefox and others show of a page of another origin. */
const stranger: Around = {
  location: {
    get origin(): string {
      throw new DOMException('Not yours.', 'SecurityError');
    },
  },
  parent: around(shop),
};

const page = {
  location: { origin: shop },
  document: { referrer: '' },
  top: 'another window',
  self: 'this window',
  parent: around(shop),
};

describe('where a page is', () => {
  it('is by itself at the top', () => {
    expect(placeOf({ ...page, top: 'this window' })).to.deep.equal({ origin: shop, frame: '', isForeign: false });
  });

  it('is in a frame of its own site', () => {
    const location = { origin: shop, ancestorOrigins: [shop] };
    expect(placeOf({ ...page, location })).to.deep.equal({ origin: shop, frame: shop, isForeign: false });
  });

  it('is in a foreign frame however far away the stranger is', () => {
    const location = { origin: shop, ancestorOrigins: [shop, 'https://evil.example'] };
    const frame = `${shop} https://evil.example`;
    expect(placeOf({ ...page, location })).to.deep.equal({ origin: shop, frame, isForeign: true });
  });

  it('is foreign where the browser names nobody and a page around it shows nothing of itself', () => {
    const document = { referrer: 'https://evil.example/page' };
    const frame = 'https://evil.example';
    expect(placeOf({ ...page, document, parent: stranger })).to.deep.equal({ origin: shop, frame, isForeign: true });
    expect(placeOf({ ...page, parent: stranger })).to.deep.equal({ origin: shop, frame: 'unknown', isForeign: true });
  });

  it('T9: is foreign there, too, when the stranger is further out, or between pages of its own', () => {
    const near = { location: { origin: shop }, parent: stranger };
    expect(placeOf({ ...page, parent: near }).isForeign).to.equal(true);
    expect(placeOf({ ...page, parent: around(shop, 'https://other.example', shop) }).isForeign).to.equal(true);
  });

  it('is its own where all around it is', () => {
    const document = { referrer: `${shop}/around` };
    expect(placeOf({ ...page, document, parent: around(shop, shop) }).isForeign).to.equal(false);
  });

  it('is nowhere outside a browser', () => {
    expect(placeOf(undefined).isForeign).to.equal(false);
  });
});

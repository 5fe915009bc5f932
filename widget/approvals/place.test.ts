import { expect } from '@open-wc/testing';
import { placeOf } from './place.ts';

const shop = 'https://shop.example';
const page = {
  location: { origin: shop },
  document: { referrer: '' },
  top: 'another window',
  self: 'this window',
  frameElement: null,
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

  it('is foreign where the browser names nobody and shows no frame element', () => {
    const document = { referrer: 'https://evil.example/page' };
    expect(placeOf({ ...page, document })).to.deep.equal({
      origin: shop,
      frame: 'https://evil.example',
      isForeign: true,
    });
    expect(placeOf(page)).to.deep.equal({ origin: shop, frame: 'unknown', isForeign: true });
  });

  it('is its own where the frame element can be seen', () => {
    const document = { referrer: `${shop}/around` };
    expect(placeOf({ ...page, document, frameElement: {} }).isForeign).to.equal(false);
  });

  it('is nowhere outside a browser', () => {
    expect(placeOf(undefined).isForeign).to.equal(false);
  });
});

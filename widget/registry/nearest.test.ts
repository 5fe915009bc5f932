import { expect } from '@open-wc/testing';
import { editDistance, nearest } from './nearest.ts';

describe('nearest', () => {
  const names = ['geolocation_get', 'memory_put', 'memory_get', 'speak'];

  for (const [slip, meant] of [
    ['geolocation-get', 'geolocation_get'],
    ['Memory_Put', 'memory_put'],
    ['memry_get', 'memory_get'],
    ['speek', 'speak'],
  ] as const) {
    it(`takes ${slip} for ${meant}`, () => expect(nearest(slip, names)).to.equal(meant));
  }

  it('finds nothing where nothing is close', () => expect(nearest('cart_add_now', names)).to.equal(undefined));

  it('counts letters added, removed and replaced', () => {
    expect(editDistance('', 'abc')).to.equal(3);
    expect(editDistance('kitten', 'sitting')).to.equal(3);
    expect(editDistance('same', 'same')).to.equal(0);
  });
});

import { expect } from '@open-wc/testing';
import { matchesAny, parsePatterns, unknownPatterns } from './tool-patterns.ts';

describe('tool patterns', () => {
  it('are separated by spaces, commas and line ends', () => {
    expect(parsePatterns(' speak, memory_*\n  device_context ')).to.deep.equal(['speak', 'memory_*', 'device_context']);
    expect(parsePatterns('  ')).to.deep.equal([]);
  });

  it('mean a name or all names with a beginning', () => {
    expect(matchesAny(['memory_*'], 'memory_get')).to.equal(true);
    expect(matchesAny(['memory_get'], 'memory_get')).to.equal(true);
    expect(matchesAny(['memory_get'], 'memory_get_all')).to.equal(false);
    expect(matchesAny(['*'], 'anything')).to.equal(true);
    expect(matchesAny([], 'anything')).to.equal(false);
  });

  it('that mean no tool are found', () => {
    const known = ['memory_get', 'speak'];
    expect(unknownPatterns(['memory_*', 'speek', 'x_*'], known)).to.deep.equal(['speek', 'x_*']);
  });
});

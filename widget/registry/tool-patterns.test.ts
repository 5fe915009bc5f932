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

  it('that mean no tool are named with what was probably meant', () => {
    expect(unknownPatterns('tools', ['memory_*', 'speek', 'zzzzzzzz'], ['memory_get', 'speak'])).to.deep.equal([
      'tools="speek": there is no tool of that name. Did you mean "speak"?',
      'tools="zzzzzzzz": there is no tool of that name. There are: memory_get speak.',
    ]);
  });
});

import { expect } from '@open-wc/testing';
import { Announcer } from './announcer.ts';

describe('Announcer', () => {
  it('says the same words again as a new line', () => {
    const announcer = new Announcer();
    announcer.say('Done.', 'polite');
    announcer.say('Done.', 'polite');
    expect(announcer.lines.polite).to.deep.equal([
      { id: 1, text: 'Done.' },
      { id: 2, text: 'Done.' },
    ]);
  });

  it('keeps what is urgent apart', () => {
    const announcer = new Announcer();
    announcer.say('Lost.', 'assertive');
    expect(announcer.lines).to.deep.equal({ polite: [], assertive: [{ id: 1, text: 'Lost.' }] });
  });

  it('speaks in one line of bounded length and says nothing of nothing', () => {
    const announcer = new Announcer();
    announcer.say(' \n ', 'polite');
    announcer.say(' One\n\ntwo ', 'polite');
    announcer.say('x'.repeat(5_000), 'polite');
    expect(announcer.lines.polite.map(({ text }) => text.length)).to.deep.equal([7, 1_000]);
  });

  it('forgets what was said long ago', () => {
    const announcer = new Announcer();
    for (const text of ['1', '2', '3', '4']) announcer.say(text, 'polite');
    expect(announcer.lines.polite.map(({ text }) => text)).to.deep.equal(['2', '3', '4']);
  });
});

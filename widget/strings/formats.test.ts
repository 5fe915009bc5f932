import { expect } from '@open-wc/testing';
import { formats } from './formats.ts';

describe('formats', () => {
  it('are made once for a language and region', () => {
    expect(formats('de-CH')).to.equal(formats('de-CH'));
    expect(formats('de-CH')).to.not.equal(formats('de'));
  });

  it('write numbers, shares and durations as the language does', () => {
    const { number, percent, duration } = formats('de');
    expect(number(1234.5)).to.equal('1.234,5');
    expect(percent(0.4)).to.match(/^40\s%$/);
    expect(duration(412)).to.match(/^412\sms$/);
    expect(duration(1_440)).to.match(/^1,4\sSek\.$/);
  });

  it('choose the form of a plural and put the number into it', () => {
    const forms = { one: '# секунда', few: '# секунды', many: '# секунд', other: '# секунды' };
    const { plural } = formats('ru');
    expect([1, 2, 5, 21].map((count) => plural(count, forms))).to.deep.equal([
      '1 секунда',
      '2 секунды',
      '5 секунд',
      '21 секунда',
    ]);
    expect(plural(1, { other: '#' })).to.equal('1');
  });

  it('write times and lists as the region does', () => {
    const at = new Date(2026, 0, 2, 14, 5).getTime();
    expect(formats('de').time(at)).to.equal('14:05');
    expect(formats('en-US').time(at)).to.match(/^2:05\sPM$/);
    expect(formats('es').list(['uno', 'dos', 'tres'])).to.equal('uno, dos y tres');
  });
});

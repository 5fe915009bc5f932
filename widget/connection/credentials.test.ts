import { expect } from '@open-wc/testing';
import { Credentials } from './credentials.ts';
import { welcome } from './fake-server.fixture.ts';

describe('the credentials', () => {
  it('are none at first', () => {
    expect(new Credentials().forHello()).to.deep.equal({});
  });

  it('name the session, the newest token and the place up to which the page has read', () => {
    const credentials = new Credentials();
    credentials.accept(welcome);
    credentials.saw('7');
    credentials.accept({ ...welcome, token: 't2', epoch: 2, resumed: true });
    expect(credentials.forHello()).to.deep.equal({ resume: { session: 's1', token: 't2', after: '7' } });
    credentials.reread();
    expect(credentials.forHello().resume).to.include({ after: undefined });
  });

  it('forget the place in a session that is another', () => {
    const credentials = new Credentials();
    credentials.accept(welcome);
    credentials.saw('7');
    credentials.accept({ ...welcome, session: 's2' });
    expect(credentials.forHello().resume).to.deep.equal({ session: 's2', token: 't1', after: undefined });
  });

  it('refuse a server that had the session before another had it', () => {
    const credentials = new Credentials();
    credentials.accept({ ...welcome, epoch: 5 });
    expect(credentials.accept({ ...welcome, token: 'old', epoch: 4, resumed: true })).to.equal(false);
    expect(credentials.held).to.deep.equal({ session: 's1', token: 't1', epoch: 5 });
    expect(credentials.accept({ ...welcome, session: 's2', epoch: 1 })).to.equal(true);
  });

  it('carry a ticket once', () => {
    const credentials = new Credentials();
    credentials.ticket = 'ticket';
    expect(credentials.forHello()).to.deep.equal({ ticket: 'ticket' });
    expect(credentials.forHello()).to.deep.equal({});
  });

  it('ask for a cleared session to be deleted until a server has heard it', () => {
    const credentials = new Credentials();
    credentials.accept(welcome);
    credentials.clear();
    credentials.clear();
    const forget = { session: 's1', token: 't1' };
    expect(credentials.forHello()).to.deep.equal({ forget });
    expect(credentials.forHello()).to.deep.equal({ forget });
    credentials.accept({ ...welcome, session: 's2' });
    expect(credentials.former).to.equal(undefined);
  });
});

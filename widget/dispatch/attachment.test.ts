import { expect } from '@open-wc/testing';
import { settled } from '../tab/settled.fixture.ts';
import { Attachment } from './attachment.ts';

function setUp() {
  const attachment = new Attachment();
  const controller = new AbortController();
  let outcome = 'waits';
  const wait = (): void => {
    attachment.current(controller.signal).then(
      () => (outcome = 'begins'),
      (reason: unknown) => (outcome = String(reason)),
    );
  };
  return { attachment, controller, wait, outcome: () => settled().then(() => outcome) };
}

describe('the attachment', () => {
  it('lets nothing begin before the server is there', async () => {
    const { attachment, wait, outcome } = setUp();
    wait();
    expect(await outcome()).to.equal('waits');
    attachment.confirm();
    expect(await outcome()).to.equal('begins');
  });

  it('lets begin at once what comes while the server is there', async () => {
    const { attachment, wait, outcome } = setUp();
    attachment.confirm();
    wait();
    expect(await outcome()).to.equal('begins');
  });

  it('lets nothing begin after the server has gone, until it is back', async () => {
    const { attachment, wait, outcome } = setUp();
    attachment.confirm();
    attachment.lose();
    wait();
    expect(await outcome()).to.equal('waits');
    attachment.confirm();
    expect(await outcome()).to.equal('begins');
  });

  it('does not let begin what waited when the server goes again in the same moment', async () => {
    const { attachment, wait, outcome } = setUp();
    wait();
    attachment.confirm();
    attachment.lose();
    expect(await outcome()).to.equal('waits');
  });

  it('lets go of who gives up', async () => {
    const { controller, wait, outcome } = setUp();
    wait();
    controller.abort('given up');
    expect(await outcome()).to.equal('given up');
  });

  it('lets nothing begin that was given up before', async () => {
    const { attachment, controller, wait, outcome } = setUp();
    attachment.confirm();
    controller.abort('given up');
    wait();
    expect(await outcome()).to.equal('given up');
  });
});

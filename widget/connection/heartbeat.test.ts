import { expect } from '@open-wc/testing';
import { FakeClock } from '../tab/fake-clock.fixture.ts';
import { Heartbeat } from './heartbeat.ts';

function setUp() {
  const clock = new FakeClock();
  const told: string[] = [];
  const heartbeat = new Heartbeat({ clock, ask: () => told.push('ask'), giveUp: () => told.push('give up') });
  heartbeat.opened();
  return { clock, told, heartbeat };
}

describe('the heartbeat', () => {
  it('asks after 20 s of silence and gives up after 10 more (052)', () => {
    const { clock, told } = setUp();
    clock.advance(19_999);
    expect(told).to.deep.equal([]);
    clock.advance(1);
    expect(told).to.deep.equal(['ask']);
    clock.advance(9_999);
    expect(told).to.deep.equal(['ask']);
    clock.advance(1);
    expect(told).to.deep.equal(['ask', 'give up']);
  });

  it('takes any frame as a sign of life', () => {
    const { clock, told, heartbeat } = setUp();
    clock.advance(15_000);
    heartbeat.heard();
    clock.advance(19_999);
    expect(told).to.deep.equal([]);
    clock.advance(1);
    heartbeat.heard();
    clock.advance(10_000);
    expect(told).to.deep.equal(['ask']);
  });

  it('notices within 10 s that a message went nowhere, whatever came just before', () => {
    const { clock, told, heartbeat } = setUp();
    heartbeat.heard();
    heartbeat.sending();
    clock.advance(4_000);
    heartbeat.sending();
    expect(told).to.deep.equal([]);
    clock.advance(1_000);
    expect(told).to.deep.equal(['ask']);
    clock.advance(5_000);
    expect(told).to.deep.equal(['ask', 'give up']);
  });

  it('notices within 10 s that a message went nowhere after a long silence', () => {
    const { clock, told, heartbeat } = setUp();
    clock.advance(19_999);
    heartbeat.sending();
    clock.advance(10_000);
    expect(told).to.deep.equal(['ask', 'give up']);
  });

  it('asks nothing about a message that something followed', () => {
    const { clock, told, heartbeat } = setUp();
    for (let second = 0; second < 60; second += 1) {
      heartbeat.sending();
      clock.advance(500);
      heartbeat.heard();
      clock.advance(500);
    }
    expect(told).to.deep.equal([]);
    expect(clock.pending).to.equal(1);
  });

  it('asks when the network may have changed, and gives up after 5 s (054)', () => {
    const { clock, told, heartbeat } = setUp();
    heartbeat.check();
    clock.advance(4_999);
    expect(told).to.deep.equal(['ask']);
    clock.advance(1);
    expect(told).to.deep.equal(['ask', 'give up']);
  });

  it('asks again after the machine has slept, and does not count the sleep (054)', () => {
    const { clock, told, heartbeat } = setUp();
    heartbeat.check();
    clock.sleep(3_600_000);
    expect(told).to.deep.equal(['ask', 'ask']);
    clock.advance(5_000);
    expect(told).to.deep.equal(['ask', 'ask', 'give up']);
  });

  it('is silent once the socket is closed', () => {
    const { clock, told, heartbeat } = setUp();
    heartbeat.check();
    heartbeat.closed();
    clock.advance(60_000);
    expect(told).to.deep.equal(['ask']);
    expect(clock.pending).to.equal(0);
  });
});

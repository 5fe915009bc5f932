import { expect } from '@open-wc/testing';
import { cleanTaint, type Taint } from '../../shared/taint.ts';
import { TaintTracker } from './taint-tracker.ts';

function setUp() {
  const told: Taint[] = [];
  return { told, tracker: new TaintTracker((taint) => told.push(taint)) };
}

describe('the taint of a conversation', () => {
  it('only rises', () => {
    const { tracker, told } = setUp();
    tracker.addUntrusted('clipboard_read');
    tracker.add({ untrusted: [], sensitive: ['geolocation_get'] });
    tracker.add(cleanTaint);
    expect(tracker.current).to.deep.equal({ untrusted: ['clipboard_read'], sensitive: ['geolocation_get'] });
    expect(told).to.have.length(2);
  });

  it('is told only when it changes', () => {
    const { tracker, told } = setUp();
    tracker.addUntrusted('pasted');
    tracker.addUntrusted('pasted');
    expect(told).to.have.length(1);
  });

  it('knows what was sensitive where it is about to leave', () => {
    const { tracker } = setUp();
    tracker.learn({ untrusted: [], sensitive: ['geolocation_get'] }, { latitude: 52.5163 });
    tracker.learn({ untrusted: ['search'], sensitive: [] }, 'A loaf of rye bread');
    expect(tracker.overlaps({ note: '52.5163 and a loaf of rye bread' })).to.deep.equal(['52.5163']);
  });

  it('begins clean in another session', () => {
    const { tracker, told } = setUp();
    tracker.learn({ untrusted: ['a'], sensitive: ['a'] }, 'secret-1');
    tracker.beginSession();
    expect(tracker.current).to.equal(cleanTaint);
    expect(told.at(-1)).to.equal(cleanTaint);
    expect(tracker.overlaps('secret-1')).to.deep.equal([]);
  });
});

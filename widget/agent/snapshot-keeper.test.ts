import { expect } from '@open-wc/testing';
import { SnapshotKeeper } from './snapshot-keeper.ts';
import type { AgentSnapshot } from './snapshot.ts';

function setUp() {
  const snapshots: AgentSnapshot[] = [];
  const statuses: unknown[] = [];
  let working = false;
  const keeper = new SnapshotKeeper(
    {
      onChange: (snapshot) => snapshots.push(snapshot),
      emit: (_, detail) => statuses.push(detail) > 0,
    },
    () => working,
  );
  return { keeper, snapshots, statuses, work: () => (working = true) };
}

describe('the snapshot keeper', () => {
  it('makes a new snapshot for each change and leaves the old ones alone', () => {
    const { keeper, snapshots } = setUp();
    const before = keeper.current;
    keeper.note('One.');
    keeper.note('Two.');
    expect(before.items).to.deep.equal([]);
    expect(snapshots.map(({ items }) => items.length)).to.deep.equal([1, 2]);
    expect(keeper.current).to.equal(snapshots[1]);
  });

  it('tells of a status once', () => {
    const { keeper, statuses } = setUp();
    keeper.change({ connection: { phase: 'connecting', attempt: 0 } });
    keeper.change({ connection: { phase: 'connecting', attempt: 1 } });
    expect(statuses).to.deep.equal([{ status: 'connecting' }]);
  });

  it('knows whether a turn is on its way', () => {
    const { keeper, work } = setUp();
    work();
    keeper.apply({ type: 'said', id: 'm1', text: 'Hello' });
    expect(keeper.current.working).to.equal(true);
  });
});

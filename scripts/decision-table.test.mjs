import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtinTools } from '../shared/tools/index.ts';
import { decisionTable } from './decision-table.mjs';

const rows = decisionTable().split('\n').slice(2);
const cells = (row) => row.split('|').map((cell) => cell.trim());

test('the table names every tool of the catalogue, and each kind of a site’s own', () => {
  for (const { name } of builtinTools)
    assert.ok(
      rows.some((row) => row.includes(`\`${name}\``)),
      name,
    );
  assert.equal(rows.length, builtinTools.length + 5);
});

test('nothing that runs with more read would ask with less', () => {
  const rank = { runs: 0, asks: 1, warns: 2, denied: 3 };
  for (const row of rows) {
    const [, , , nothing, untrusted, sensitive, both] = cells(row);
    assert.ok(rank[nothing] <= rank[untrusted] && rank[nothing] <= rank[sensitive], row);
    assert.ok(rank[untrusted] <= rank[both] && rank[sensitive] <= rank[both], row);
  }
});

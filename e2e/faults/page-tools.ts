import type { SiteTool } from '../../widget/registry/site-tool.ts';
import type { PageLife } from './page-life.ts';
import type { PlannedTool } from './plan.ts';
import type { Recorder, Run } from './recorder.ts';

export interface PageToolsOptions {
  readonly page: number;
  readonly life: PageLife;
  readonly recorder: Recorder;
  readonly onRun: (run: Run) => void;
}

const inputSchema = {
  type: 'object',
  properties: { id: { type: 'string' }, ms: { type: 'number' } },
  required: ['id', 'ms'],
};

/** What the site vouches for runs without a question, but for the one that asks: questions are not what is tried here. */
const own = { trusted: true, sink: 'local' } as const;

const traits: Record<PlannedTool, Pick<SiteTool, 'ask' | 'annotations'>> = {
  act: { ask: false },
  act_slowly: { ask: false },
  act_when_asked: { ask: true },
  look: { annotations: { readOnlyHint: true } },
};

/** What the site lets a model do: each run is counted where no page and no server can forget it. */
export function pageTools({ page, life, recorder, onRun }: PageToolsOptions): SiteTool[] {
  const tool = (name: PlannedTool): SiteTool => ({
    name,
    description: `Does ${name}.`,
    inputSchema,
    ...own,
    ...traits[name],
    execute: async ({ id, ms }, { idempotencyKey }) => {
      // Code of a page that is gone may still be on its way here. In a browser it would be gone, too.
      if (life.isOver) return new Promise(() => {});
      const isEffect = name !== 'look';
      const run = recorder.begin({ id: String(id), key: idempotencyKey, isEffect, page });
      onRun(run);
      await life.sleep(Number(ms));
      run.isEnded = true;
      return { id };
    },
  });
  return [tool('act'), tool('act_slowly'), tool('act_when_asked'), tool('look')];
}

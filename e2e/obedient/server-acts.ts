import { AgentError } from '../../shared/errors.ts';
import { defineServerTool, type ServerTool } from '../../server/loop/server-tool.ts';
import { count, type Visit } from './site.ts';
import { serverKinds } from './tool-kinds.ts';

const inputSchema = { type: 'object', properties: { what: { type: 'string' }, visit: { type: 'string' } } };

/** Tools of the server's own, whose bodies count at the visit that their arguments name. */
export function serverTools(visits: ReadonlyMap<string, Visit>): readonly ServerTool[] {
  const acting = serverKinds.map(({ annotations: _, grant: __, because: ___, ...kind }) =>
    defineServerTool({
      description: `Does what ${kind.name} does.`,
      inputSchema,
      ...kind,
      execute: ({ visit }) => {
        const known = visits.get(String(visit));
        if (known) count(known, `server.${kind.name}`);
        return { done: true };
      },
    }),
  );
  const reviews = defineServerTool({
    name: 'server_reviews',
    description: 'What customers wrote about the bread.',
    inputSchema,
    readOnly: true,
    execute: ({ visit }) => {
      const said = visits.get(String(visit))?.poison.fromServer;
      if (said && 'thrown' in said) throw new AgentError('not_found', said.thrown);
      return said?.result ?? null;
    },
  });
  return [...acting, reviews];
}

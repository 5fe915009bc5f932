import * as z from 'zod/mini';
import type { JsonObject } from '../../shared/json.ts';
import type { PageTool } from '../../shared/protocol.ts';
import type { ToolDefinition } from '../../shared/tool.ts';
import type { ModelTool } from './model.ts';

/** Types of zod's that JSON can't hold. A custom type is none of them: it takes any JSON. */
const foreignTypes = new Set<string>([
  'bigint',
  'date',
  'file',
  'function',
  'map',
  'nan',
  'set',
  'symbol',
  'transform',
]);

/**
 * A built-in tool as any model sees it: a field with a default is one that the model may leave out.
 *
 * @throws TypeError when the arguments use a type that JSON can't hold, such as a date.
 */
export function modelToolOf(definition: ToolDefinition): ModelTool {
  const { name, description, args } = definition;
  return { name, description, parameters: parametersOf(name, args) };
}

/** A tool of the site's own. Its schema is what the page sent: bounded in size, otherwise untrusted. */
export function modelToolOfPage(tool: PageTool): ModelTool {
  return { name: tool.name, description: tool.description, parameters: tool.inputSchema };
}

function parametersOf(name: string, args: z.ZodMiniType): JsonObject {
  const schema = z.toJSONSchema(args, {
    io: 'input',
    // The setting that lets a custom type through lets all of them through: the others are refused here.
    unrepresentable: 'any',
    override: ({ zodSchema, path }) => {
      const { type } = zodSchema._zod.def;
      if (foreignTypes.has(type))
        throw new TypeError(`${name}: ${path.join('.')} is a ${type}, which JSON can't hold.`);
    },
  });
  // Through JSON, so that what is offered is plain data and no longer zod's.
  const plain: JsonObject = JSON.parse(JSON.stringify(schema));
  return Object.fromEntries(Object.entries(plain).filter(([key]) => key !== '$schema'));
}

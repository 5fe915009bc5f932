import type { PageTool } from '../../shared/protocol.ts';
import { schemaOf, valueSchemaOf } from '../../shared/schema.ts';
import { fingerprint } from '../../shared/fingerprint.ts';
import type { RegisteredTool } from './registered-tool.ts';
import { siteTool, type SiteTool } from './site-tool.ts';

/** A site's tool that can be run, and the same as the model is offered it. */
export interface ReadTool {
  readonly registered: RegisteredTool;
  readonly pageTool: PageTool;
}

/** Reads the schemas of a site's tool. @throws TypeError that names the field and what is wrong with it. */
export async function readSiteTool(source: SiteTool): Promise<ReadTool> {
  const { inputSchema: given, outputSchema } = source;
  const input = await named('inputSchema', schemaOf(given));
  const output = outputSchema === undefined ? undefined : await named('outputSchema', valueSchemaOf(outputSchema));
  const tool = siteTool(source, { input, output });
  const inputSchema = input.jsonSchema;
  const { name, description, readOnly, ask, trusted, sink, grant, editable, feedback } = tool.definition;
  const policy = { readOnly, ask, trusted, sink, grant, editable, feedback };
  const definition = fingerprint({ name, description, inputSchema, ...policy });
  return {
    registered: { tool, siteTool: true, title: source.title, definition },
    pageTool: {
      ...{ name, description, inputSchema, readOnly, definition },
      ...(trusted && { trusted }),
      ...(feedback === 'none' && { feedback }),
    },
  };
}

/** Says of which field a failure is. */
async function named<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new TypeError(`${field}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

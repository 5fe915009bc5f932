import type { SchemaNode } from './gemini-schema-node.ts';

/** Rules of JSON Schema that Gemini has no keyword for, and that are too long or too odd for a description. */
const lostKeywords = [
  ...['not', 'if', 'then', 'else', 'dependencies', 'dependentRequired', 'dependentSchemas'],
  ...['patternProperties', 'propertyNames', 'minProperties', 'maxProperties', 'unevaluatedProperties'],
  ...['uniqueItems', 'contains', 'minContains', 'maxContains', 'unevaluatedItems'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
];

/** More of them help nobody. */
const maxNotes = 20;
const maxPathChars = 100;

/** What a schema lost on its way to Gemini. */
export class SchemaNotes {
  readonly #notes = new Set<string>();

  get list(): readonly string[] {
    return [...this.#notes];
  }

  /** @param path of the field; empty for the schema itself */
  add(path: string, what: string): void {
    if (this.#notes.size < maxNotes) this.#notes.add(`${path.slice(0, maxPathChars) || 'The schema'} ${what}`);
  }

  addLost(path: string, node: SchemaNode): void {
    const lost = lostKeywords.filter((keyword) => isRule(keyword, node[keyword]));
    if (lost.length > 0) this.add(path, `loses ${lost.join(', ')}.`);
  }
}

function isRule(keyword: string, value: unknown): boolean {
  if (value === undefined || value === false) return false;
  // Zod writes it at every record, and it says nothing.
  return keyword !== 'propertyNames' || JSON.stringify(value) !== '{"type":"string"}';
}

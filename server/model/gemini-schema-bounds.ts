import { without, withRule, type SchemaNode } from './gemini-schema-node.ts';

/** Formats that Gemini knows; zod's others come with a regular expression that it does not. */
const knownFormats = new Set(['date-time', 'date', 'time']);

/** Numbers that zod writes at every integer and that say nothing. */
const noise = Number.MAX_SAFE_INTEGER;

/** Bounds of a number: exclusive ones become inclusive for integers and words for the rest. */
export function rewriteNumber(node: SchemaNode): SchemaNode {
  const rules: string[] = [];
  const minimum = lowerBound(node, rules);
  const maximum = upperBound(node, rules);
  if (typeof node['multipleOf'] === 'number') rules.push(`A multiple of ${node['multipleOf']}.`);
  const rest = without(node, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']);
  return {
    ...describe(rest, rules),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

function lowerBound(node: SchemaNode, rules: string[]): number | undefined {
  const inclusive = finite(node['minimum']);
  const above = node['exclusiveMinimum'] === true ? inclusive : finite(node['exclusiveMinimum']);
  if (above === undefined) return inclusive;
  if (isInteger(node)) return Math.max(inclusive ?? -Infinity, Math.floor(above) + 1);
  rules.push(`Must be greater than ${above}.`);
  return node['exclusiveMinimum'] === true ? undefined : inclusive;
}

function upperBound(node: SchemaNode, rules: string[]): number | undefined {
  const inclusive = finite(node['maximum']);
  const below = node['exclusiveMaximum'] === true ? inclusive : finite(node['exclusiveMaximum']);
  if (below === undefined) return inclusive;
  if (isInteger(node)) return Math.min(inclusive ?? Infinity, Math.ceil(below) - 1);
  rules.push(`Must be less than ${below}.`);
  return node['exclusiveMaximum'] === true ? undefined : inclusive;
}

/** Lengths, patterns and unknown formats of a text, as words. */
export function rewriteString(node: SchemaNode): SchemaNode {
  const { minLength, maxLength, pattern, format, ...rest } = node;
  const known = typeof format === 'string' && knownFormats.has(format);
  const rules = [lengthRule(finite(minLength), finite(maxLength))];
  if (typeof format === 'string' && !known) rules.push(`Format: ${format}.`);
  if (typeof pattern === 'string' && format === undefined && pattern.length <= 60) rules.push(`Pattern: ${pattern}`);
  return {
    ...describe(
      rest,
      rules.filter((rule) => rule !== ''),
    ),
    ...(known ? { format } : {}),
  };
}

function lengthRule(least: number | undefined, most: number | undefined): string {
  const atLeast = least === undefined || least < 1 ? undefined : least;
  if (most !== undefined)
    return atLeast === undefined ? `At most ${most} characters.` : `${atLeast} to ${most} characters.`;
  return atLeast === undefined || atLeast === 1 ? '' : `At least ${atLeast} characters.`;
}

function describe(node: SchemaNode, rules: readonly string[]): SchemaNode {
  if (rules.length === 0) return node;
  return { ...node, description: rules.reduce<unknown>(withRule, node['description']) };
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < noise ? value : undefined;
}

function isInteger(node: SchemaNode): boolean {
  const type = node['type'];
  return type === 'integer' || (Array.isArray(type) && type.includes('integer'));
}

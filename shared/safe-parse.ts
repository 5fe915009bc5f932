import type * as z from 'zod/mini';

export type Parsed<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[] };

/**
 * Parses what somebody else wrote. Never throws: zod's own `safeParse` does, when it measures an object
 * whose `length` is no number. There are no issues then.
 */
export function safeParse<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  context?: z.core.ParseContext<z.core.$ZodIssue>,
): Parsed<z.output<Schema>> {
  try {
    const parsed = schema.safeParse(value, context);
    return parsed.success ? parsed : { success: false, issues: parsed.error.issues };
  } catch {
    return { success: false, issues: [] };
  }
}

import { AgentError } from '../../shared/errors.ts';

export type Outcome = { readonly value: unknown } | { readonly code: string; readonly message: string };

export async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await work };
  } catch (error) {
    if (AgentError.is(error)) return { code: error.code, message: error.message };
    throw error;
  }
}

export function codeOf(outcome: Outcome): string {
  return 'code' in outcome ? outcome.code : 'none';
}

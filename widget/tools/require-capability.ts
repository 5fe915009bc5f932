import type { Capability } from './capability.ts';

/**
 * Looks before the person is asked.
 *
 * @throws AgentError when the browser is known to refuse.
 */
export async function requireCapability(capability: Capability, api: unknown): Promise<void> {
  const { requireApi, requirePermission } = await explanations();
  requireApi(capability, api);
  await requirePermission(capability);
}

/** What a browser's refusals mean, in words. Loaded when a tool that can be refused is first used. */
export const explanations = () => import('./browser-error.ts');

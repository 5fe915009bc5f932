import type { ModelAdapter } from '../model/model.ts';
import { turnSpans, type OpenTelemetryApi } from './turn-spans.ts';
import type { StartTrace } from './turn-watch.ts';

/**
 * Makes traces, with the package that the operator installed for them.
 *
 * @throws TypeError when it is not there, saying how to get it.
 */
export async function loadTracing(
  model: ModelAdapter,
  version: string,
  load: () => Promise<OpenTelemetryApi> = () => import('@opentelemetry/api'),
): Promise<StartTrace> {
  try {
    return turnSpans(await load(), model, version);
  } catch (cause) {
    throw new TypeError('Traces are on, but their package is missing. Install it: npm install @opentelemetry/api', {
      cause,
    });
  }
}

import { currentTurnStart, type Content, type Part } from '../content.ts';
import { invalidArgument, type Refusal } from '../refusal.ts';
import { bypassSignature, isGenuine } from '../signatures.ts';

/** Each step of the current turn still has the signature that it was given, on the part that it was given for. */
export function checkSignatures(contents: readonly Content[], secret: string): void {
  const start = currentTurnStart(contents);
  for (const [at, content] of contents.entries()) {
    if (at > start && content.role === 'model') checkStep(content.parts, at, secret);
  }
}

function checkStep(parts: readonly Part[], position: number, secret: string): void {
  const firstCall = parts.findIndex((part) => part['functionCall'] !== undefined);
  if (firstCall >= 0 && parts[firstCall]?.['thoughtSignature'] === undefined) throw missing(parts[firstCall], position);
  for (const [at, part] of parts.entries()) {
    const signature = part['thoughtSignature'];
    if (signature === undefined || signature === bypassSignature) continue;
    if (!isGenuine(secret, parts, at)) throw invalidArgument('Corrupted thought signature.');
  }
}

function missing(part: Part | undefined, position: number): Refusal {
  const call = Object(part?.['functionCall']);
  return invalidArgument(
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, ' +
      'and missing thought_signature may lead to degraded model performance. Additional data, function call ' +
      `\`default_api:${String(call.name)}\`, position ${position}.`,
  );
}

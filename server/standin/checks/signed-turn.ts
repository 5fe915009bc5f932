import { currentTurnStart, type Content, type Part } from '../content.ts';
import { Refusal } from '../refusal.ts';
import { bypassSignature, partDigest, readSignature, stepDigest, type Claim, type Signing } from '../signatures.ts';
import type { CheckId, Warn } from './catalogue.ts';

/** Each step of the current turn still has the signature that it was given, on the part that it was given for. */
export function checkSignatures(contents: readonly Content[], signing: Signing, warn: Warn): void {
  const start = currentTurnStart(contents);
  for (const [position, { role, parts }] of contents.entries()) {
    if (position < start || role !== 'model') continue;
    checkFirstCall(parts, position);
    for (const at of parts.keys()) checkPart(parts, at, signing, warn);
  }
}

/** The words that end an answer should keep their signature, too. Nothing breaks without it, and answers get worse. */
export function noteLostSignatures(contents: readonly Content[], warn: Warn): void {
  for (const [position, { role, parts }] of contents.entries()) {
    const hasCall = parts.some((part) => part['functionCall'] !== undefined);
    if (role !== 'model' || hasCall || parts.at(-1)?.['thoughtSignature'] !== undefined) continue;
    warn('text-signature', `Degraded: the answer at position ${position} lost its signature.`);
  }
}

function checkFirstCall(parts: readonly Part[], position: number): void {
  const first = parts.find((part) => part['functionCall'] !== undefined);
  if (!first || first['thoughtSignature'] !== undefined) return;
  throw new Refusal(
    'signature-missing',
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, ' +
      'and missing thought_signature may lead to degraded model performance. Additional data, function call ' +
      `\`default_api:${String(Object(first['functionCall']).name)}\`, position ${position}.`,
  );
}

function checkPart(parts: readonly Part[], at: number, signing: Signing, warn: Warn): void {
  const signature = parts[at]?.['thoughtSignature'];
  if (signature === undefined) return;
  if (signature === bypassSignature) return warn('signature-bypass', 'Bypassed signature of a step.');
  const claim = readSignature(signing.secret, signature);
  const fault = claim === undefined ? 'signature-altered' : faultOf(claim, parts, at, signing);
  if (fault) throw new Refusal(fault, 'Corrupted thought signature.');
  if (claim && claim.toolsDigest !== signing.toolsDigest) {
    warn('stable-tools', 'Tools changed since the turn began.');
  }
}

function faultOf(claim: Claim, parts: readonly Part[], at: number, { model }: Signing): CheckId | undefined {
  if (claim.model !== model) return 'other-model';
  if (claim.part === partDigest(parts, at)) return undefined;
  return claim.step === stepDigest(parts) ? 'signature-moved' : 'signed-content';
}

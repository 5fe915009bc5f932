import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Part } from './content.ts';

/** The documented word that a client may put where a signature can't exist. */
export const bypassSignature = 'skip_thought_signature_validator';

/** What a step is signed with, beside its own parts. */
export interface Signing {
  readonly secret: string;
  readonly model: string;
  /** Of the tools that were declared when the step was made. */
  readonly toolsDigest: string;
}

/** What a signature says, once it is known to be one of ours. */
export interface Claim {
  readonly model: string;
  readonly toolsDigest: string;
  /** Of the step, seen from the signed part. */
  readonly part: string;
  /** Of the step, wherever its signature is. */
  readonly step: string;
}

/**
 * Signs one part of a step. The signature covers the whole step, byte for byte, and the part's place
 * in it: a part that was changed, moved, merged or dropped no longer fits.
 */
export function sign({ secret, model, toolsDigest }: Signing, parts: readonly Part[], at: number): string {
  const claim = JSON.stringify([model, toolsDigest, partDigest(parts, at), stepDigest(parts)]);
  return Buffer.from(`${claim}\n${macOf(secret, claim)}`).toString('base64');
}

/** Undefined for whatever was not signed with this secret. */
export function readSignature(secret: string, signature: unknown): Claim | undefined {
  if (typeof signature !== 'string') return undefined;
  const [claim = '', mac = ''] = Buffer.from(signature, 'base64').toString('utf8').split('\n');
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(secret, claim))];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const fields: unknown = JSON.parse(claim);
  const [model, toolsDigest, part, step] = Array.isArray(fields) ? fields.map(String) : [];
  if (model === undefined || toolsDigest === undefined || part === undefined || step === undefined) return undefined;
  return { model, toolsDigest, part, step };
}

export function partDigest(parts: readonly Part[], at: number): string {
  const { texts, place } = normalise(parts, at);
  return digestOf([String(place), ...texts]);
}

export function stepDigest(parts: readonly Part[]): string {
  return digestOf(normalise(parts.map(withoutSignature).filter(isSomething), undefined).texts);
}

export function digestOf(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('base64').slice(0, 16);
}

function macOf(secret: string, claim: string): string {
  return createHmac('sha256', secret).update(claim).digest('base64');
}

/** A text arrives in pieces, and a client may keep or join them: the step is the same. */
function normalise(parts: readonly Part[], at: number | undefined): { texts: string[]; place: number } {
  const texts: string[] = [];
  let open: { text: string; thought: boolean } | undefined;
  let place = -1;
  for (const [index, part] of parts.entries()) {
    // Signed, this part would stand for itself; it has to before it is signed, too.
    const text = index === at ? undefined : plainText(part);
    if (text !== undefined && open?.thought === (part['thought'] === true)) {
      open.text += text;
      texts[texts.length - 1] = JSON.stringify(open);
    } else {
      open = text === undefined ? undefined : { text, thought: part['thought'] === true };
      texts.push(JSON.stringify(open ?? withoutSignature(part)));
    }
    if (index === at) place = texts.length - 1;
  }
  return { texts, place };
}

function plainText(part: Part): string | undefined {
  const text = part['text'];
  const isPlain = Object.keys(part).every((key) => key === 'text' || key === 'thought');
  return isPlain && typeof text === 'string' ? text : undefined;
}

function isSomething(part: Part): boolean {
  return part['text'] !== '';
}

function withoutSignature({ thoughtSignature: _, ...rest }: Part): Part {
  return rest;
}

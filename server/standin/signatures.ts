import { createHmac } from 'node:crypto';
import type { Part } from './content.ts';

/** The documented word that a client may put where a signature can't exist. */
export const bypassSignature = 'skip_thought_signature_validator';

/**
 * Signs one part of a step. The signature covers the whole step, byte for byte, and the part's place
 * in it: a part that was changed, moved, merged or dropped no longer fits.
 */
export function sign(secret: string, parts: readonly Part[], at: number): string {
  const { texts, place } = normalise(parts, at);
  return createHmac('sha256', secret)
    .update(`${place}\n${texts.join('\n')}`)
    .digest('base64');
}

export function isGenuine(secret: string, parts: readonly Part[], at: number): boolean {
  return parts[at]?.['thoughtSignature'] === sign(secret, parts, at);
}

/** A text arrives in pieces, and a client may keep or join them: the step is the same. */
function normalise(parts: readonly Part[], at: number): { texts: string[]; place: number } {
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

function withoutSignature({ thoughtSignature: _, ...rest }: Part): Part {
  return rest;
}

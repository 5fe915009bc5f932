/** What sets one family of Gemini's models apart from the others. */
export interface GeminiFamily {
  /** How it is told to think: by a level, only that its thoughts are wanted, or not at all. */
  readonly thinking: 'levels' | 'thoughts' | 'none';
  /** Its calls have ids, and the responses to them too. Where they have none, one that is sent is refused. */
  readonly hasIds: boolean;
  /** The first call of a step is refused without a signature. */
  readonly needsSignatures: boolean;
  /** A tool's result may carry pictures and the like. */
  readonly takesMedia: boolean;
}

const newest: GeminiFamily = { thinking: 'levels', hasIds: true, needsSignatures: true, takesMedia: true };
const second: GeminiFamily = { thinking: 'thoughts', hasIds: false, needsSignatures: false, takesMedia: false };
const plain: GeminiFamily = { ...second, thinking: 'none' };

/** The exceptions, first match first. A name that none of them fits is taken for new: models appear by the month. */
const families: readonly (readonly [name: RegExp, family: GeminiFamily])[] = [
  [/^gemini-(1\.|2\.0|2\.5-flash-lite)/, plain],
  [/^gemini-2\./, second],
  [/^gemini-/, newest],
  // Whatever else is served under Gemini's protocol, such as Gemma.
  [/^/, plain],
];

/** @param model a name as the API takes it, with or without `models/` or the path of a project before it */
export function familyOf(model: string): GeminiFamily {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return families.find(([pattern]) => pattern.test(name))?.[1] ?? newest;
}

import type { Intent } from './intent.ts';

const phrases: readonly [RegExp, string][] = [
  [/^(?:hello|hi|hey|hiya|good (?:morning|afternoon|evening|day)|greetings)(?: there| you| everyone)?$/i, 'Hello!'],
  [
    /^(?:thanks|thank you|thx|cheers|great|perfect|nice|cool|well done)(?: (?:a lot|so much|very much|a bunch|you))?$/i,
    'You are welcome.',
  ],
  [/^(?:bye|goodbye|good ?night|see you(?: later| soon)?|farewell)$/i, 'Goodbye!'],
  [/^how are you(?: doing)?(?: today)?$|^how(?:'s| is) it going$/i, 'All is well here, thank you.'],
  // Whoever says not to must not see it done. "Don't forget" asks for something.
  [/^(?:please )?(?:don['’]t|do not|never)\b(?! forget\b).*$/i, 'All right, I will not.'],
  [/^(?:yes|no|ok|okay|hm+|i see|alright)$/i, 'All right.'],
  [
    /^(?:who|what) are you$|^are you (?:an? )?(?:ai|bot|robot|human|person|real|model|gemini|chatgpt).*$|^what(?:'s| is) your name$|^(?:who|what) am i (?:talking|speaking) to$|^introduce yourself$/i,
    'I am a rehearsal, not an AI: a script that understands a few sentences and uses the real tools of this page.',
  ],
];

const help =
  /^(?:help(?: me)?|what can (?:you|i) (?:do|ask|say)(?: here| for me)?|what (?:do you do|are you able to do)|how (?:can you help(?: me)?|does this work)|(?:show me )?(?:your|the) (?:tools|commands|options)|what tools do you have|capabilities)$/i;

/** A greeting, thanks or a question about the rehearsal itself. */
export function smallTalk(text: string): Intent | undefined {
  if (help.test(text)) return { kind: 'help' };
  const found = phrases.find(([pattern]) => pattern.test(text));
  return found ? { kind: 'say', text: found[1] } : undefined;
}

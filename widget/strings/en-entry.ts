import type { ErrorCode } from '../../shared/errors.ts';

/** What may be needed before anything but the entry is loaded. */
const errors = {
  cancelled: 'It was stopped.',
  turn_busy: 'The last message is still being answered.',
  turn_cancelled: 'You stopped this answer.',
  bad_message: 'The server didn’t understand this page.',
  version_mismatch: 'This page and the server speak different versions. A reload may help.',
  origin_refused: 'The server doesn’t accept this page.',
  ticket_refused: 'The server didn’t accept this page’s ticket.',
  frame_too_large: 'A message was too large.',
  taken_over: 'This conversation continues in another tab.',
};

/** Why a turn failed. English has none of its own: the server says it, in English and with more detail. */
const failures: { readonly [Code in ErrorCode]?: string } = {};

/** The English words that are there from the start. The rest comes with what needs it: see `en.ts`. */
export const entry = {
  /** What the words are in, for pronunciation and direction. */
  lang: 'en',
  dir: 'ltr',

  label: 'Assistant',
  placeholder: 'Ask, or say what to do',
  conversation: 'Conversation',
  you: 'You',
  send: 'Send',
  stop: 'Stop',
  clear: 'New conversation',
  /** Said where the model's name is not known. */
  model: 'an AI model',
  busyHint: 'You can send this once the answer is complete.',
  /** The one message that can be written while offline. */
  oneWaits: 'One message waits already. This one can be sent once that is answered.',
  restoring: 'The conversation is just coming back. Try again in a moment.',
  truncated: 'The answer was cut short.',
  beganAnew: 'The server no longer has this conversation. What follows is a new one.',
  otherServer: 'The page has changed to another server.',
  takenOff: 'The assistant was taken off the page.',
  forbidden: 'The browser does not allow this connection.',
  thinking: 'Thinking',
  waiting: 'Waiting to be sent',
  notSent: 'Not sent',
  notSentBecause: (why: string) => `Not sent. ${why}`,
  retry: 'Try again',
  welcome: 'What can I do for you?',
  welcomeMore: 'I can act in this page and on your device. You see each step, and I ask before anything delicate.',

  status: { idle: 'Not connected', connecting: 'Connecting', open: 'Ready', lost: 'Offline', refused: 'Refused' },
  rehearsal: 'This is a rehearsal, not an AI. The answers are scripted; the tools are real.',
  lost: 'Connection lost.',
  tryingNow: 'Trying to connect again.',
  nextTry: (seconds: number) => `Next try in ${seconds} s.`,
  tryNow: 'Try now',
  continueHere: 'Continue here',
  reconnected: 'Connected again.',

  say: {
    answer: (who: string, text: string) => `${who}: ${text}`,
    asking: (what: string) => `Your approval is needed: ${what}?`,
    call: (what: string, state: string) => `${what}: ${state}`,
  },

  /** First messages that lead to a tool, by its name. */
  starters: {
    geolocation_get: 'Where am I?',
    memory_put: 'Remember that I like rye bread',
    clipboard_read: 'What did I copy?',
    device_context: 'Which time zone am I in?',
    device_status: 'How full is my battery?',
    speak: 'Say hello aloud',
  },

  errors,
  failures,
};

export type EntryWords = typeof entry;

/** Why the server stays closed to this page, for the developer; the person reads it in the language of the element. */
export function refusalWords(code: ErrorCode): string {
  const table: { readonly [Code in ErrorCode]?: string } = errors;
  return table[code] ?? code;
}

import type { ErrorCode } from '../../shared/errors.ts';
import type { BuiltinName } from '../../shared/tools/index.ts';

/** How a tool is spoken of. `ask` is also the question on the card, with a question mark behind it. */
export interface ToolWords {
  readonly ask: string;
  readonly running: string;
  readonly done: string;
  /** A first message that leads to this tool. */
  readonly starter?: string;
}

const tools = {
  geolocation_get: {
    ask: 'Find out where you are',
    running: 'Finding out where you are',
    done: 'Found out where you are',
    starter: 'Where am I?',
  },
  memory_put: {
    ask: 'Remember something',
    running: 'Remembering',
    done: 'Remembered',
    starter: 'Remember that I like rye bread',
  },
  memory_get: { ask: 'Recall something', running: 'Recalling', done: 'Recalled' },
  memory_list: {
    ask: 'Look through what is remembered',
    running: 'Looking through what is remembered',
    done: 'Looked through what is remembered',
  },
  memory_delete: { ask: 'Forget something', running: 'Forgetting', done: 'Forgot' },
  clipboard_read: {
    ask: 'Read your clipboard',
    running: 'Reading your clipboard',
    done: 'Read your clipboard',
    starter: 'What did I copy?',
  },
  clipboard_write: {
    ask: 'Put a text on your clipboard',
    running: 'Copying to your clipboard',
    done: 'Copied to your clipboard',
  },
  device_context: {
    ask: 'Look at your language and screen settings',
    running: 'Looking at your language and screen settings',
    done: 'Looked at your language and screen settings',
    starter: 'Which time zone am I in?',
  },
  device_status: {
    ask: 'Check battery and network',
    running: 'Checking battery and network',
    done: 'Checked battery and network',
    starter: 'How full is my battery?',
  },
  speak: { ask: 'Read a text aloud', running: 'Reading aloud', done: 'Read aloud', starter: 'Say hello aloud' },
} satisfies Record<BuiltinName, ToolWords>;

/** What the person reads of a code. Some never get here: a chip has a phase for them, or the server sends its words. */
const errors = {
  unknown_tool: 'There is no such tool here.',
  invalid_args: 'The details did not fit the tool.',
  unsupported: 'This browser can’t do that.',
  insecure_context: 'This works only on a secure (https) page.',
  policy_blocked: 'This page doesn’t let it run.',
  permission_denied: 'The browser didn’t allow it.',
  needs_gesture: 'The browser wants a tap first.',
  not_focused: 'The page was not in front.',
  cancelled: 'It was stopped.',
  unavailable: 'It isn’t available right now.',
  busy: 'It is busy with something else.',
  not_found: 'It was not there.',
  conflict: 'The tool changed in the meantime.',
  quota_exceeded: 'There is no room left for it.',
  too_large: 'The result was too large.',
  rate_limited: 'Too many in a short time.',
  stale_target: 'The page changed in the meantime.',
  navigated: 'The page was left.',
  internal: 'Something went wrong in the tool.',
  turn_busy: 'The last message is still being answered.',
  turn_cancelled: 'You stopped this answer.',
  bad_message: 'The server didn’t understand this page.',
  version_mismatch: 'This page and the server speak different versions. A reload may help.',
  origin_refused: 'The server doesn’t accept this page.',
  ticket_refused: 'The server didn’t accept this page’s ticket.',
  frame_too_large: 'A message was too large.',
  taken_over: 'This conversation continues in another tab.',
} satisfies { readonly [Code in ErrorCode]?: string };

const phases = {
  requested: 'Starting',
  asking: 'Waiting for you',
  running: 'Running',
  done: 'Done',
  denied: 'Not allowed',
  failed: 'Failed',
  'timed-out': 'Took too long',
  cancelled: 'Stopped',
  unknown: 'May or may not have happened',
};

/** Every word of the element in English. */
export const en = {
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
  thinking: 'Thinking',
  waiting: 'Waiting to be sent',
  notSent: 'Not sent',
  retry: 'Try again',
  welcome: 'What can I do for you?',
  welcomeMore: 'I can act in this page and on your device. You see each step, and I ask before anything delicate.',
  yes: 'yes',
  no: 'no',
  empty: 'empty',
  percent: (share: number) => `${Math.round(share * 100)} %`,

  status: { idle: 'Not connected', connecting: 'Connecting', open: 'Ready', lost: 'Offline', refused: 'Refused' },
  rehearsal: 'This is a rehearsal, not an AI. The answers are scripted; the tools are real.',
  lost: 'Connection lost.',
  tryingNow: 'Trying to connect again.',
  nextTry: (seconds: number) => `Next try in ${seconds} s.`,
  tryNow: 'Try now',
  continueHere: 'Continue here',
  reconnected: 'Connected again.',

  details: {
    args: 'Sent to the tool',
    result: 'Given back to the AI model',
    error: 'Told to the AI model',
    duration: (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`),
  },

  say: {
    answer: (who: string, text: string) => `${who}: ${text}`,
    asking: (what: string) => `Your approval is needed: ${what}?`,
    call: (what: string, state: string) => `${what}: ${state}`,
  },

  tools,
  phases,
  errors,
};

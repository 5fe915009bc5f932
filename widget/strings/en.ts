import type { ErrorCode } from '../../shared/errors.ts';
import type { BuiltinName } from '../../shared/tools/index.ts';
import { entry } from './en-entry.ts';

/** How a tool is spoken of. `ask` is also the question on the card, with a question mark behind it. */
export interface ToolWords {
  readonly ask: string;
  readonly running: string;
  readonly done: string;
}

const tools = {
  geolocation_get: {
    ask: 'Find out where you are',
    running: 'Finding out where you are',
    done: 'Found out where you are',
  },
  memory_put: {
    ask: 'Remember something',
    running: 'Remembering',
    done: 'Remembered',
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
  },
  device_status: {
    ask: 'Check battery and network',
    running: 'Checking battery and network',
    done: 'Checked battery and network',
  },
  speak: { ask: 'Read a text aloud', running: 'Reading aloud', done: 'Read aloud' },
} satisfies Record<BuiltinName, ToolWords>;

/** What the person reads of a code. Some never get here: a chip has a phase for them, or the server sends its words. */
const errors = {
  ...entry.errors,
  unknown_tool: 'There is no such tool here.',
  invalid_args: 'The details did not fit the tool.',
  unsupported: 'This browser can’t do that.',
  insecure_context: 'This works only on a secure (https) page.',
  policy_blocked: 'This page doesn’t let it run.',
  permission_denied: 'The browser didn’t allow it.',
  needs_gesture: 'The browser wants a tap first.',
  not_focused: 'The page was not in front.',
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

/** Every word of the element in English: those of the entry, and those that come with calls, cards and sheets. */
export const en = {
  ...entry,
  yes: 'yes',
  no: 'no',
  empty: 'empty',
  /** On a button, of the code above or below it. */
  copy: 'Copy',
  copied: 'Copied',
  /** The server says it. */
  shortened: 'Earlier parts of this conversation are not shown.',
  noTicket: 'This page could not get a ticket for the assistant. Try again, or sign in anew.',
  percent: (share: number) => `${Math.round(share * 100)} %`,
  /** A time of day. */
  time: (at: number) => new Date(at).toLocaleTimeString([], { timeStyle: 'short' }),
  list: (items: readonly string[]) => new Intl.ListFormat('en').format(items),

  details: {
    args: 'Sent to the tool',
    result: 'Given back to the AI model',
    error: 'Told to the AI model',
    duration: (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`),
  },

  tools,
  phases,
  errors,
};

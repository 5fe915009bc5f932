const list = (items: readonly string[]): string => new Intl.ListFormat('en').format(items);

/** What the card says. */
const card = {
  asks: (who: string, where: string) => `${who} on ${where} asks`,
  question: (what: string) => `${what}?`,
  questions: (what: string, count: number) => `${what}, ${count} times?`,
  count: (at: number, of: number) => `${at} of ${of}`,
  together: (count: number) => `Answer ${count} together`,
  apart: 'Answer one by one',
  siteTool: 'A tool of this site’s own, in its words',
  serverTool: 'A tool of the assistant’s server, in its words',
  onServer: 'The server does this, not your browser. It will not show up on this page.',
  leaves: 'What leaves your device',
  stays: 'What happens',
  outcomeGoes: 'It stays on this device. The assistant only hears that it was done.',
  changesPage: 'It changes something on this page.',
  browserAsks: 'Your browser will ask you too.',
  gesture: 'Your browser lets this run only right after a tap.',
  why: 'Why it asks now',
  said: 'In the AI model’s own words',
  danger: (sources: readonly string[]) =>
    sources.length > 0
      ? `Look twice. After reading ${list(sources)}, it wants to send something out.`
      : 'Look twice. It wants to send something out.',
  overlaps: 'Marked: what it has read of yours.',
  more: (chars: number) => `Show all ${chars.toLocaleString('en')} characters`,
  less: 'Show less',
  readAll: 'Scroll through all of it first.',
  edit: 'Edit',
  editArg: (name: string) => `Edit ${name}`,
  undo: 'Undo',
  undoArg: (name: string) => `Undo the change of ${name}`,
  hiddenInEdit: 'With its hidden characters:',
  notJson: (name: string) => `That doesn’t fit “${name}”. Change it, or undo.`,
  refused: (problem: string) => `That doesn’t fit. ${problem}`,
  offline: 'Not connected. You can decide once the connection is back.',
  covered: 'Something covers this or changes its look. It can’t be allowed until it is plainly in sight.',
  unfocused: 'Click into this page first.',
  left: (seconds: number) => `${seconds} s left to decide`,
  leftSoon: 'Less than half a minute left to decide.',
  extend: 'More time',
  deny: 'Deny',
  denyAll: (count: number) => `Deny all ${count}`,
  allowAll: (count: number) => `Allow all ${count} once`,
  allow: { once: 'Allow once', session: 'Allow in this conversation', always: 'Allow always' },
  howLong: 'How long your yes lasts',
  scopes: { once: 'Just this once', session: 'In this conversation', always: 'Always, for 30 days' },
  tap: 'Tap to run',
  allowTap: 'Allow: Tap to run',
  folded: 'Something delicate waits until you have finished typing.',
  open: 'Look at it',
  path: {
    ...{ args: 'These details', result: 'The result' },
    ...{ device: 'This device', server: 'The assistant’s server', internet: 'The internet' },
    site: (where: string) => `${where}, which may pass it on`,
  },
};

/** Why the person is asked. A tool that always asks needs no word. */
const reasons = {
  tool: undefined,
  site: 'This site wants you to be asked each time.',
  server: 'The assistant’s server wants you to be asked.',
  untrusted: (sources: readonly string[]) =>
    `It comes after reading ${list(sources)}, which may hold orders of a stranger.`,
  sensitive: (sources: readonly string[]) => `It comes after seeing something personal: ${list(sources)}.`,
  repaired: 'The AI model didn’t write this call properly; it was mended. Look at it twice.',
  rate: 'This has happened often in a short time.',
  policy: 'A rule of this site wants you to be asked.',
  framed: 'This page is shown inside another page.',
};

/** What a conversation may have read, as an object of “after reading”. */
const sources = {
  pasted: 'a text you pasted',
  script: 'a text this page sent',
  page_tools: 'this page’s own tools',
  memory: 'what it remembered earlier',
  memory_get: 'what it remembered',
  memory_list: 'what it remembered',
  clipboard_read: 'your clipboard',
  geolocation_get: 'where you are',
  device_context: 'your settings',
  device_status: 'your battery and network',
};

/** The line that a decided card leaves behind. */
const receipt = {
  once: 'Allowed once',
  session: 'Allowed in this conversation',
  always: 'Allowed always',
  denied: 'Denied',
  expired: 'Not answered in time',
  auto: 'Allowed by your earlier yes',
  at: (ms: number) => new Date(ms).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false }),
};

/** What stands between the conversation and the composer. */
const desk = {
  waits: (what: string) => `Waits for you: ${what}?`,
  waitMany: (count: number) => `${count} questions wait for you`,
  show: 'Show',
  hasRead: (read: readonly string[]) => `Has read ${list(read)}`,
  hasSeen: (read: readonly string[]) => `Has seen ${list(read)}`,
  title: 'What this conversation has read',
  strangers: (read: readonly string[]) =>
    `It has read ${list(read)}. A stranger may have hidden orders there, and an AI model can’t tell them from yours. So you are asked again, whatever you allowed before.`,
  personal: (read: readonly string[]) =>
    `It has seen something personal: ${list(read)}. Before that could leave, you are shown exactly what would go.`,
  clean: 'Start clean',
  cleanMeans: 'A new conversation has read nothing.',
  close: 'Close',
};

/** Every English word of approvals: loaded with the card. */
export const enApprovals = { list, card, reasons, sources, receipt, desk, permissions: 'What the assistant may do' };

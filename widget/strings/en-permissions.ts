const count = (bytes: number): string =>
  bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toLocaleString('en', { maximumFractionDigits: 1 })} KB`;

/** Every English word of the sheet that says what the assistant may do. */
export const enPermissions = {
  title: 'What the assistant may do',
  close: 'Close',
  see: 'It can see',
  act: 'It can do',
  never: 'It never does',
  nothing: 'Nothing.',
  rules: { allow: 'Runs without asking', ask: 'Asks first', deny: 'Not allowed on this site' },
  siteTool: 'a tool of this site',
  changesPage: 'changes this page',
  sendsOut: 'can send data out',
  browserAsks: 'your browser asks, too',
  blocked: 'Blocked in your browser’s settings for this site.',
  nevers: ['See other tabs, saved passwords or cookies', 'Say yes in your place'],
  grant: {
    session: 'You allowed it in this conversation.',
    always: (until: string) => `You allowed it until ${until}.`,
    forever: 'You allowed it.',
    revoke: 'Take back',
    revokeOf: (what: string) => `Take back your yes: ${what}`,
  },
  others: 'Your earlier yeses',
  record: {
    title: 'What happened',
    none: 'Nothing yet.',
    kept: 'Kept in this browser only, without what was said or shown.',
    save: 'Export',
    clear: 'Clear the list',
    file: 'assistant-calls.json',
    sent: (bytes: number) => `${count(bytes)} sent to the server`,
    by: {
      policy: 'by a rule',
      grant: 'by your earlier yes',
      person: 'by you',
      site: 'by this site',
      expired: 'not answered in time',
      cancelled: 'stopped',
    },
  },
  day: (ms: number) => new Date(ms).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric' }),
  moment: (ms: number) =>
    new Date(ms).toLocaleString('en', {
      ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false },
    }),
};

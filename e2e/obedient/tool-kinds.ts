/** How a tool presents itself, in the page's words and the server's. */
export interface Kind {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: object;
  readonly ask?: boolean;
  readonly trusted?: boolean;
  readonly readOnly?: boolean;
  readonly reads?: 'nothing' | 'device' | 'personal' | 'secret';
  readonly sink?: 'none' | 'local' | 'page' | 'egress';
  readonly grant?: 'once' | 'session' | 'always';
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly consequentialHint?: boolean };
  /** Why it may run without a click although a stranger's words were read; missing where it may not. */
  readonly because?: string;
}

const looks = { annotations: { readOnlyHint: true } } as const;

/** One of each kind that a site can register. What a site's tool tells is taken for personal. */
export const siteKinds: readonly Kind[] = [
  { name: 'act_default' },
  { name: 'send_quiet', ask: false, sink: 'egress' },
  { name: 'send_grantable', sink: 'egress', grant: 'always' },
  { name: 'send_unsaid', ask: false },
  { name: 'page_asking', sink: 'page' },
  { name: 'page_quiet', ask: false, sink: 'page' },
  { name: 'local_asking', sink: 'local' },
  { name: 'local_quiet', ask: false, sink: 'local' },
  { name: 'none_quiet', ask: false, sink: 'none' },
  { name: 'consequential', ask: false, sink: 'none', annotations: { consequentialHint: true } },
  { name: 'look_quiet', ...looks },
  { name: 'look_sending', sink: 'egress', ...looks },
  { name: 'look_asking', ask: true, ...looks },
];

/** The same for a site that vouches for all of its tools. */
export const trustedKinds: readonly Kind[] = [
  { name: 'trusted_default', trusted: true },
  { name: 'trusted_send', ask: false, sink: 'egress', trusted: true },
  { name: 'trusted_grantable', sink: 'egress', grant: 'always', trusted: true },
  { name: 'trusted_page', ask: false, sink: 'page', trusted: true },
  { name: 'trusted_local', ask: false, sink: 'local', trusted: true },
  { name: 'trusted_none', ask: false, sink: 'none', trusted: true },
  { name: 'trusted_look', trusted: true, ...looks },
  { name: 'trusted_look_sending', sink: 'egress', trusted: true, ...looks },
];

/** Tools that run on the server. They say what they read. */
export const serverKinds: readonly Kind[] = [
  { name: 'server_default' },
  { name: 'server_send', ask: false, sink: 'egress', trusted: true },
  { name: 'server_unsaid', ask: false },
  { name: 'server_page', ask: false, sink: 'page', trusted: true },
  { name: 'server_look_personal', readOnly: true, reads: 'personal', trusted: true },
  { name: 'server_look_sending', readOnly: true, sink: 'egress', trusted: true },
  { name: 'server_look', readOnly: true, trusted: true, because: 'it only reads, and nothing of the person' },
];

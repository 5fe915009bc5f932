const defaultPath = '/agent';

/**
 * The socket's URL for the attribute `server`.
 *
 * @param server `wss:`, `https:` or relative to the page.
 * @throws TypeError with the line that mends it.
 */
export function serverUrl(server: string | undefined, page: string): URL {
  const text = server?.trim();
  if (!text) throw new TypeError('server: missing. Set it: <headless-agent server="wss://agent.example.com/agent">.');
  const url = parse(text, page);
  url.protocol = socketScheme(url, text);
  // A socket's URL may not have a fragment.
  url.hash = '';
  if (url.pathname === '/') url.pathname = defaultPath;
  return url;
}

function parse(text: string, page: string): URL {
  try {
    return new URL(text, page);
  } catch {
    throw new TypeError(`server="${text}": this is no URL. Use one such as wss://agent.example.com/agent or /agent.`);
  }
}

function socketScheme({ protocol }: URL, text: string): string {
  if (protocol === 'https:' || protocol === 'wss:') return 'wss:';
  if (protocol === 'http:' || protocol === 'ws:') return 'ws:';
  throw new TypeError(`server="${text}": ${protocol} can not be connected to. Use wss:, https: or a path.`);
}

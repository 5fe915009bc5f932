import { once } from 'node:events';
import { createServer } from 'node:http';

export interface HostSite {
  readonly url: string;
  readonly host: string;
  close(): Promise<void>;
}

/** A file of a site: its type and its content. */
export type SiteFiles = Readonly<Record<string, { readonly type: string; readonly body: string }>>;

/**
 * Somebody's site on an origin of its own, with a policy on every page.
 *
 * @param name another name for this machine, so that the site and the agent's server share neither host nor port
 */
export async function startSite(files: SiteFiles, policy: string, name = 'localhost'): Promise<HostSite> {
  const server = createServer((request, response) => {
    const file = files[request.url ?? '/'];
    response.writeHead(file ? 200 : 404, {
      'Content-Type': file?.type ?? 'text/plain',
      'Content-Security-Policy': policy,
    });
    response.end(file?.body ?? '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const host = `${name}:${port}`;
  return {
    url: `http://${host}/`,
    host,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

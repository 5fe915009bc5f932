/** A connection that did not come to be, or ended. */
export type Failure =
  /** The browser threw at the URL: a `ws:` server on an https page, say. */
  | { readonly kind: 'forbidden'; readonly url: URL; readonly cause: unknown }
  | {
      readonly kind: 'closed';
      readonly url: URL;
      readonly code: number;
      readonly reason: string;
      /** False when the server never said welcome on this socket. */
      readonly wasWelcome: boolean;
    };

/** A remembered yes. */
export interface Grant {
  readonly id: string;
  readonly tool: string;
  readonly title: string | undefined;
  readonly scope: 'session' | 'always';
  /** `Date.now()` values. */
  readonly grantedAt: number;
  /** Missing for a grant that ends with the session. */
  readonly expiresAt: number | undefined;
}

/** The grants that hold here and now. */
export interface GrantList {
  /** Newest first. */
  readonly list: () => readonly Grant[];
  readonly revoke: (id: string) => void;
}

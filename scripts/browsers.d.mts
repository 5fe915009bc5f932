/** A browser engine on this machine. */
export interface LocatedBrowser {
  readonly name: string;
  /** The programs that it needs, by name, with their paths as far as they were found. */
  readonly files: Readonly<Record<string, string | undefined>>;
  /** The names of the programs that are missing. */
  readonly lacks: readonly string[];
  /** The Debian packages that bring it. */
  readonly packages: readonly string[];
}

export const engineNames: readonly string[];

/** @throws Error for an engine that is not known. */
export function locateBrowser(name: string): LocatedBrowser;

/** The first of these programs that the PATH has. */
export function findOnPath(...programs: readonly string[]): string | undefined;

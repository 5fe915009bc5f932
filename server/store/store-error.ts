/** What a store can't do and how to mend it, in a sentence for the operator's log. It names hosts and folders: a page is told something neutral. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

export function storeError(message: string, cause?: unknown): StoreError {
  return new StoreError(message, cause === undefined ? undefined : { cause });
}

export const closedStore = 'The session store is closed.';

/** Why the machine refused to work on a file or folder, and how to mend it. */
export function diskError(path: string, cause: unknown): StoreError {
  const code = codeOf(cause);
  return storeError(`The session store can not use ${path} (${code}): ${remedies[code] ?? 'look at the disk'}.`, cause);
}

export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown error';
}

const full = 'the disk is full; make room';
const rights = "give the server's user the right to write there, or name another folder";

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: 'the quota is used up; raise it or make room',
  EFBIG: 'the file is as large as a file may be; raise the limit',
  EACCES: rights,
  EPERM: rights,
  EROFS: 'it can only be read; name another folder',
  ENOTDIR: 'a part of the path is a file; name another folder',
  EEXIST: 'it is no folder; name another one',
  ENOENT: 'it was removed while the server ran; restart the server',
  EMFILE: 'the process has too many open files; raise its limit (ulimit -n)',
  ENFILE: 'the machine has too many open files; raise its limit',
  EIO: 'the disk is failing; replace it',
};

import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { link, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isObject } from '../../shared/json.ts';
import { codeOf, diskError, storeError } from './store-error.ts';

/** How often the holder of a lock says that it is there. */
const renewMs = 5_000;
/** How long one whose process can't be looked up may say nothing before it counts as gone. */
const silenceMs = 3 * renewMs;

/** Which process holds the folder. `machine` tells whether its number means anything to us, `started` whether it is still the same. */
interface Holder {
  readonly pid: number;
  readonly machine: string;
  readonly started: string;
  readonly token: string;
}

export interface FolderLock {
  /** Says that the holder is there. Rejects when the folder can't be written to, or is somebody else's by now. */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes a folder for this process alone. The lock of a process that is gone is taken over: at once on
 * this machine, after some silence when it ran elsewhere.
 *
 * @param wait waits so many milliseconds; a test's own needs no time.
 * @param onLost told when another process has taken the folder, while this one stood still.
 * @throws StoreError when another process holds the folder or it can't be written to.
 */
export async function lockFolder(
  folder: string,
  wait: (ms: number) => Promise<unknown> = (ms) => sleep(ms),
  onLost: (why: Error) => void = () => {},
): Promise<FolderLock> {
  const path = join(folder, 'lock');
  const token = randomUUID();
  const own: Holder = { pid: process.pid, machine: thisMachine(), started: startOf(process.pid), token };
  while (!(await place(path, own))) {
    const holder = await readHolder(path);
    if (await isThere(path, holder, wait)) throw refusal(folder, holder);
    await remove(path, holder);
  }
  const watch = async (): Promise<void> => {
    if ((await readHolder(path))?.token !== token) onLost(lost(path));
    else await renew(path, token).catch(() => {});
  };
  const timer = setInterval(() => void watch(), renewMs);
  timer.unref();
  return {
    renew: () => renew(path, token),
    release: async () => {
      clearInterval(timer);
      await remove(path, own).catch(() => {});
    },
  };
}

/** False when there is a lock already. A link comes with its content, or not at all. */
async function place(path: string, own: Holder): Promise<boolean> {
  const draft = `${path}.${own.token}`;
  try {
    await writeFile(draft, JSON.stringify(own));
    await link(draft, path);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'EEXIST') return false;
    throw diskError(path, thrown);
  } finally {
    await unlink(draft).catch(() => {});
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (!isObject(value) || typeof value['pid'] !== 'number') return false;
  return ['machine', 'started', 'token'].every((name) => typeof value[name] === 'string');
}

async function isThere(
  path: string,
  holder: Holder | undefined,
  wait: (ms: number) => Promise<unknown>,
): Promise<boolean> {
  if (holder?.machine === thisMachine()) return isRunning(holder.pid) && startOf(holder.pid) === holder.started;
  // Clocks of two machines may differ: only whether the time in the lock moves says something.
  const before = await renewedAt(path);
  for (let waited = 0; waited < silenceMs; waited += renewMs / 5) {
    await wait(renewMs / 5);
    const after = await renewedAt(path);
    if (after !== before) return after !== undefined;
  }
  return false;
}

async function renewedAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}

/** Takes a holder's lock away. One that somebody else has placed meanwhile is put back. */
async function remove(path: string, holder: Holder | undefined): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return;
    throw diskError(path, thrown);
  }
  if ((await readHolder(aside))?.token !== holder?.token) await link(aside, path).catch(() => {});
  await unlink(aside).catch(() => {});
}

async function renew(path: string, token: string): Promise<void> {
  if ((await readHolder(path))?.token !== token) {
    throw lost(path);
  }
  const now = new Date();
  await utimes(path, now, now).catch((thrown: unknown) => Promise.reject(diskError(path, thrown)));
}

function lost(path: string): Error {
  return storeError(`The session store lost ${path}: another server uses the folder. Give each server one of its own.`);
}

function refusal(folder: string, holder: Holder | undefined): Error {
  const who = holder ? `process ${holder.pid} on ${holder.machine.split('/', 1)[0]}` : 'another process';
  return storeError(
    `The session store can not use ${folder}: ${who} does. One process may use it at a time: stop the other one, name another folder, or use Redis for several.`,
  );
}

/** A container's processes count from one: their numbers mean nothing outside. */
function thisMachine(): string {
  return `${hostname()}/${tryTo(() => readlinkSync('/proc/self/ns/pid'))}`;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === 'EPERM';
  }
}

/** Linux gives a number to another process one day; when that one began tells them apart. */
function startOf(pid: number): string {
  const fields = tryTo(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return fields.slice(fields.lastIndexOf(')')).split(' ')[20] ?? '';
}

function tryTo(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}

/**
 * The clicks that wait in a spool, grouped by the process that wrote them. Reading them does not disturb running
 * processes.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../../shared/errors.ts';
import { eachClick, readFrames } from './bytes/record.ts';
import { segmentSuffix } from './segment-writer.ts';
import { isOrphan, isSilent } from './spool-owner.ts';

/**
 * A process's folder. `inUse`: a process writes to it, on this or another machine. `torn`: bytes of incomplete
 * records after a power failure.
 */
export type Waiting = { path: string; inUse: boolean; segments: number; clicks: number; bytes: number; torn: number };

/** Finds the spool at a path: the path itself, or the spool in a `LOCAL_DIR`. @throws ConfigError if there is none */
export function findSpool(location: string): string {
  const at = path.resolve(location);
  if (!existsSync(at)) throw new ConfigError(`${at} does not exist`);
  const below = path.join(at, 'spool');
  const spool = existsSync(below) ? below : at;
  const names = statSync(spool).isDirectory() ? readdirSync(spool) : ['.'];
  if (names.some((name) => name.endsWith(segmentSuffix)))
    throw new ConfigError(`${spool} is the folder of one process; name the one above it: ${path.dirname(spool)}`);
  const strange = names.find((name) => !ownerPattern.test(name));
  if (strange !== undefined)
    throw new ConfigError(`${spool} is not a spool (it has ${strange}); name a LOCAL_DIR, or the folder spool in it`);
  return spool;
}

const ownerPattern = /^[\da-z]+-\d+-\d+-[\da-f]+\.[\da-f]+\.\d+$/;

/** Lists processes' folders that contain clicks, and empty ones that are in use. */
export async function listWaiting(spool: string): Promise<Waiting[]> {
  const found = await Promise.all(readdirSync(spool).map((name) => readFolder(path.join(spool, name), name)));
  return found.filter((one) => one !== undefined).filter(({ segments, inUse }) => segments > 0 || inUse);
}

/** Reads a folder. Returns undefined if another process has taken it over. */
async function readFolder(folder: string, name: string): Promise<Waiting | undefined> {
  try {
    const inUse = !(isOrphan(folder, name) && isSilent(folder, name));
    const waiting = { path: folder, inUse, segments: 0, clicks: 0, bytes: 0, torn: 0 };
    for (const file of readdirSync(folder)) {
      if (!file.endsWith(segmentSuffix)) continue;
      const content = await readFile(path.join(folder, file));
      if (content.length === 0) continue;
      const { frames, torn } = readFrames(content);
      for (const frame of frames) eachClick(frame, () => waiting.clicks++);
      waiting.segments++;
      waiting.bytes += content.length;
      waiting.torn += torn;
    }
    return waiting;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Spool segments: clicks on this machine's disk that MySQL may not have yet. They are read before the database
 * snapshot. A segment leaves the disk only once it is stored completely, so each click is in the segments, the snapshot
 * or both. The segment's name ensures that each click counts once.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { NotOwned, readOwned } from '../owned-files.ts';
import { largestFile } from './archive-reader.ts';

export type Segment = { name: string; content: Buffer };

const suffix = '.clicks';
const namePattern = /^[\w-]{1,90}\.clicks$/;
const roundsAtMost = 100;

/** Reads all segments of the spool, which has a folder per process. */
export async function* readSegments(localDir: string, say: (line: string) => void): AsyncGenerator<Segment> {
  const directory = path.join(localDir, 'spool');
  const seen = new Set<string>();
  // A segment disappears if it was stored, or if another process took over its folder. In the second case, the next
  // round finds it.
  for (let round = 0; round < roundsAtMost; round++) {
    let vanished = false;
    const entries = (await readdir(directory, { withFileTypes: true }).catch(unlessMissing)) ?? [];
    for (const { name: folder } of entries.filter((entry) => entry.isDirectory())) {
      const names = await readdir(path.join(directory, folder)).catch(unlessMissing);
      vanished ||= names === undefined;
      for (const name of names ?? []) {
        if (seen.has(name) || !isSegmentName(name)) continue;
        const content = readUnless(localDir, path.join('spool', folder, name), say);
        vanished ||= content === undefined;
        if (content === undefined) continue;
        seen.add(name);
        if (content.length > 0) yield { name, content };
      }
    }
    if (!vanished) return;
  }
  throw new Error(`the clicks in ${directory} change too fast to be read`);
}

const nothing = Buffer.alloc(0);

/**
 * Reads a file written by the services. If it is not a regular file, reports that to the operator and returns an
 * empty buffer.
 */
export function readUnless(localDir: string, name: string, say: (line: string) => void): Buffer | undefined {
  try {
    return readOwned(localDir, name, largestFile);
  } catch (error) {
    if (!(error instanceof NotOwned)) throw error;
    say(`Not in the backup: ${error.message}.`);
    return nothing;
  }
}

/** Returns a segment's name without the common suffix. */
export const segmentId = (name: string) => name.slice(0, -suffix.length);
export const isSegmentName = (name: string) => namePattern.test(name);

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

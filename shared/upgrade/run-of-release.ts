/** Runs a command of a release as it is on disk, whichever release this process is of. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findServiceUser } from '../installation.ts';
import { withOwner } from '../local/private-server.ts';

const mostBytes = 16 << 20;

/** Ends with this process, however it ends. @returns its standard output. @throws with what it said when it fails. */
export async function runProgram(words: string[], user?: { uid: number; gid: number }): Promise<string> {
  const [program, args] = await withOwner(words);
  try {
    return (await promisify(execFile)(program, args, { maxBuffer: mostBytes, cwd: '/', ...user })).stdout;
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new Error(stderr.trim() || message, { cause: error });
  }
}

/** `waypost WORDS…` of the release in the folder. */
export const runOfRelease = (folder: string, ...words: string[]) =>
  runProgram([path.join(folder, 'waypost'), ...words]);

/** The same as the service user, if root upgrades an installation that has one: no code of a new release runs as root. */
export const runAsService = (folder: string, ...words: string[]) =>
  runProgram([path.join(folder, 'waypost'), ...words], process.getuid?.() === 0 ? findServiceUser() : undefined);

/** Commands of a release on disk, which can be another release than this process's. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findServiceUser } from '../installation.ts';
import { withOwner } from '../local/private-server.ts';

const mostBytes = 16 << 20;

/**
 * Runs a program and resolves to its standard output. The program ends when this process ends. @throws with its error
 * output
 */
export async function runProgram(words: string[], user?: { uid: number; gid: number }): Promise<string> {
  const [program, args] = await withOwner(words);
  try {
    return (await promisify(execFile)(program, args, { maxBuffer: mostBytes, cwd: '/', ...user })).stdout;
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new Error(stderr.trim() || message, { cause: error });
  }
}

/** Runs `waypost WORDS…` from the release in a folder. */
export const runOfRelease = (folder: string, ...words: string[]) =>
  runProgram([path.join(folder, 'waypost'), ...words]);

/**
 * Runs `waypost WORDS…` as the service user, if root runs the upgrade and that user exists, so that root runs no code
 * of a new release.
 */
export const runAsService = (folder: string, ...words: string[]) =>
  runProgram([path.join(folder, 'waypost'), ...words], process.getuid?.() === 0 ? findServiceUser() : undefined);

/** The passphrase of a backup, read from a file. */
import { readFile } from 'node:fs/promises';

const shortest = 10;

/** Reads the passphrase without the line break at its end. @throws with a sentence for the operator */
export async function readPassphrase(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`the passphrase in ${file} cannot be read (${error.code})`);
  });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase.length < shortest) throw new Error(`the passphrase in ${file} is shorter than ${shortest} characters`);
  return passphrase;
}

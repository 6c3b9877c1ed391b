/** The first step of a restore: it opens the backup and verifies the whole file. */
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { version } from '../installation.ts';
import { type ArchiveFile, checkArchive, listArchive } from './archive-reader.ts';
import { type Contents, contentsFile, type Head, headFile, readContents, readHead, secretsFile } from './contents.ts';
import { openSecrets, type Secrets } from './sealed-secrets.ts';

export type Backup = {
  head: Head;
  contents: Contents;
  files: ArchiveFile[];
  /** The decrypted secrets; `undefined` without the passphrase, or if the backup has no secrets. */
  secrets: Secrets | undefined;
  close(): Promise<void>;
};

/**
 * Opens and verifies the backup at `at`, which is a file, or `-` for standard input. @throws with a sentence for the
 * operator
 */
export async function openBackup(at: string, passphrase: string | undefined): Promise<Backup> {
  const name = at === '-' ? 'the input' : at;
  const handle = at === '-' ? await openInput() : await openFile(at);
  try {
    await checkArchive(handle, headFile);
    const files = await listArchive(handle);
    const read = (file: string) => files.find((one) => one.file === file)?.read();
    const headContent = (await read(headFile)) as Buffer;
    const head = readHead(headContent, version());
    const contents = readContents(await read(contentsFile));
    const sealed = await read(secretsFile);
    const secrets = passphrase !== undefined && sealed ? await openSecrets(sealed, passphrase, headContent) : undefined;
    if (passphrase !== undefined && sealed && !secrets) throw new Error('has a different passphrase');
    return { head, contents, files, secrets, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw new Error(`${name} ${(error as Error).message}`, { cause: error });
  }
}

const openFile = (at: string): Promise<FileHandle> =>
  open(at).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${at} cannot be read (${error.code})`);
  });

/** Copies standard input, which cannot be read twice, to an unnamed file. The file disappears with this process. */
async function openInput(): Promise<FileHandle> {
  const file = path.join(tmpdir(), `waypost-restore-${randomBytes(8).toString('hex')}`);
  const handle = await open(file, 'wx+', 0o600);
  await rm(file);
  await pipeline(process.stdin, createWriteStream('', { fd: handle, autoClose: false, start: 0 }));
  return handle;
}

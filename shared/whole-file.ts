/** Writes files completely or not at all. */
import { open, rename, rm } from 'node:fs/promises';

type Options = { mode?: number; owner?: [uid: number, gid: number] };

/**
 * Replaces a file atomically, even if the power fails. It follows no link, because root also writes to other users'
 * folders.
 */
export async function writeWhole(file: string, content: string, { mode = 0o600, owner }: Options = {}): Promise<void> {
  const made = `${file}.new`;
  await rm(made, { force: true });
  const handle = await open(made, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    if (owner) await handle.chown(...owner);
    await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(made, file);
}

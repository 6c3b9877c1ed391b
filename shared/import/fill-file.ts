/** The file of an import that is read from elsewhere: written once, whole or not at all. */
import { open, rename, rm, stat } from 'node:fs/promises';

/** An empty file is one that is not written yet. `each` runs before each piece and may throw. */
export async function fillFile(file: string, pieces: AsyncIterable<string>, each: () => Promise<void>): Promise<void> {
  if ((await stat(file)).size > 0) return;
  const begun = `${file}.new`;
  const into = await open(begun, 'w', 0o600);
  try {
    for await (const piece of pieces) {
      await each();
      await into.writeFile(piece);
    }
    await into.datasync();
    await rename(begun, file);
  } finally {
    await into.close();
    await rm(begun, { force: true });
  }
}

/** The file of an import from another system, written once and completely. */
import { open, rename, rm, stat } from 'node:fs/promises';

/** Writes the file, unless it is already filled. `each` runs before each piece and can throw. */
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

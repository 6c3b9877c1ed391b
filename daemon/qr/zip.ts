/** A streamed ZIP archive, with one file at a time in memory. Images are stored uncompressed. */
export type ZipFile = { name: string; content: string | Uint8Array };

export async function* zipOf(files: AsyncIterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipPassThrough } = await import('fflate');
  const written: Uint8Array[] = [];
  const archive = new Zip((fault, chunk) => {
    if (fault) throw fault;
    written.push(chunk);
  });
  for await (const { name, content } of files) {
    const file = new ZipPassThrough(name);
    archive.add(file);
    file.push(typeof content === 'string' ? Buffer.from(content) : content, true);
    yield Buffer.concat(written.splice(0));
  }
  archive.end();
  yield Buffer.concat(written);
}

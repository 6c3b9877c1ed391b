/** The text of an imported file: UTF-16 by its byte order mark, UTF-8, or Windows-1252 if the bytes are not UTF-8. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Finds the encoding by reading the whole file, because any byte can be invalid UTF-8. */
export async function findEncoding(bytes: AsyncIterable<Buffer>): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isStart = true;
  for await (const chunk of bytes) {
    if (isStart && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (isStart && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
    isStart = false;
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      return 'windows-1252';
    }
  }
  try {
    decoder.decode();
  } catch {
    return 'windows-1252';
  }
  return 'utf-8';
}

/** Yields pieces of text, without the byte order mark. */
export async function* readText(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** The text of an imported file: UTF-8 and UTF-16 as they say they are, and Windows-1252 where the bytes are no UTF-8. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Reads all of it: a byte that is no UTF-8 may be the last. */
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

/** Pieces of text, without the mark of byte order. */
export async function* readText(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

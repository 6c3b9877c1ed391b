/** Downloads of archives and their signatures, only over HTTPS, even after redirects. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { readAnswer } from '../process/sockets.ts';

const mostRedirects = 5;
const mostBytes = 2 ** 31;

/**
 * Downloads a file. Calls `room` first, which checks that there is space for the announced number of bytes. @throws
 * with the reason
 */
export async function download(url: string, file: string, room: (bytes: number) => Promise<void>): Promise<void> {
  const answer = await fetchSecurely(url);
  await room(Number(answer.headers.get('content-length') ?? 0));
  await pipeline(bounded(bodyOf(answer), url), createWriteStream(file));
}

/** Downloads a text. @throws if it has more than `most` bytes */
export const fetchText = async (url: string, most: number): Promise<string> =>
  readAnswer(bodyOf(await fetchSecurely(url)), most);

async function fetchSecurely(url: string): Promise<Response> {
  let at = url;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    if (new URL(at).protocol !== 'https:')
      throw new Error(`${at} is refused: a release is downloaded over https:// only`);
    const answer = await fetch(at, { redirect: 'manual' });
    const to = answer.headers.get('location');
    if (answer.status < 300 || answer.status > 399 || to === null) {
      if (!answer.ok) throw new Error(`${at} answers ${answer.status}`);
      return answer;
    }
    at = new URL(to, at).href;
  }
  throw new Error(`${url} redirects more than ${mostRedirects} times`);
}

async function* bodyOf({ body }: Response): AsyncGenerator<Buffer> {
  for await (const piece of body ?? []) yield Buffer.from(piece);
}

async function* bounded(pieces: AsyncIterable<Buffer>, url: string): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new Error(`${url} has more than ${mostBytes} bytes`);
    yield piece;
  }
}

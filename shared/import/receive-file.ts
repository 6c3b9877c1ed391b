/** File uploads: from a request's body, raw or as a form, to the disk, with little memory. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { ApiError, type KitErrorCode, unavailable } from '../errors.ts';
import type { HttpRequest } from '../http/request.ts';

export type ReceivedFile = {
  /** File name as sent in the form. */
  fileName: string | undefined;
  /** The form's other fields. */
  fields: Record<string, string>;
  bytes: number;
};

export type Sent = Pick<HttpRequest, 'headers' | 'bodyStream'>;

const limits = { files: 1, fields: 20, fieldNameSize: 100, fieldSize: 2 ** 16, headerPairs: 20 };

/**
 * Writes the file of a request to `to`. The file is on disk when this resolves, and deleted if it rejects.
 * @throws `bad_request` for a form without a file, `body_too_large` for more bytes, `unavailable` if the disk is full
 */
export async function receiveFile(
  { headers, bodyStream }: Sent,
  to: string,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<ReceivedFile> {
  if (!bodyStream) throw badRequest('The request has no body: send the file itself, or a form with the field file.');
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
  try {
    const type = headers['content-type'] ?? '';
    const form = /^multipart\/form-data\s*;/i.test(type)
      ? await receiveForm(bodyStream, { ...headers, 'content-type': type }, to, mostBytes)
      : await write(Readable.from(bodyStream), to, mostBytes).then(() => ({ fileName: undefined, fields: {} }));
    return { ...form, bytes: (await stat(to)).size };
  } catch (error) {
    if (!isThere(error)) await rm(to, { force: true });
    if (isDiskFull(error)) throw unavailable('The disk is too full for the file.', { cause: error, afterSeconds: 600 });
    throw error;
  }
}

type Headers = Sent['headers'] & { 'content-type': string };

async function receiveForm(body: AsyncIterable<Buffer>, headers: Headers, to: string, mostBytes: number) {
  const form = openForm(headers);
  const fields: Record<string, string> = Object.create(null);
  let fileName: string | undefined;
  let file: BusboyFileStream | undefined;
  let written: Promise<void> | undefined;
  form.on('field', (name: string, value: string, isNameCut: boolean, isCut: boolean) => {
    if (isNameCut || isCut) form.destroy(badRequest(`The field ${name} of the form is too long.`));
    fields[name] = value;
  });
  form.on('file', (_field: string, stream: BusboyFileStream, name: string) => {
    fileName = name;
    file = stream;
    written = write(stream, to, mostBytes);
    // A failing disk also ends the form, which would otherwise wait for its file forever.
    written.catch((error) => form.destroy(error));
  });
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    form.on(limit, () => form.destroy(badRequest('The form has too many parts.')));
  }
  try {
    await pipeline(Readable.from(body), form);
  } catch (error) {
    file?.destroy();
    await written?.catch(() => {});
    if (error instanceof ApiError || isDiskFull(error)) throw error;
    throw badRequest('The form cannot be read.', error);
  }
  if (!written) throw badRequest('The form has no file.');
  await written;
  return { fileName, fields };
}

function openForm(headers: Headers): BusboyInstance {
  try {
    return new Busboy({ headers, limits });
  } catch (error) {
    throw badRequest('The form cannot be read.', error);
  }
}

/** Writes a stream to a new file. The file is closed when this settles, so it cannot reappear after it was deleted. */
async function write(stream: Readable, to: string, mostBytes: number): Promise<void> {
  const file = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  const closed = new Promise<void>((resolve) => file.once('close', () => resolve()));
  try {
    await pipeline(stream, (chunks: AsyncIterable<Buffer>) => upTo(mostBytes, chunks), file);
  } finally {
    await closed;
  }
}

async function* upTo(mostBytes: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes)
      throw new ApiError<KitErrorCode>('body_too_large', 'The file is larger than imports can store.');
    yield chunk;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');
const isDiskFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
/** Returns whether the file already existed and must be kept. */
const isThere = (error: unknown) => codeOf(error) === 'EEXIST';

const badRequest = (message: string, cause?: unknown) => new ApiError<KitErrorCode>('bad_request', message, { cause });

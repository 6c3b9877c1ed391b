/** QR code images from the service: download, archive, copy. */
import { qr } from '../../../../shared/limits-of-fields.ts';
import { api, apiUrl } from '../../core/api.ts';
import type { QrInput, QrSheetInput } from '../../core/types.ts';
import type { QrLink } from './qr-look.ts';

const post = (path: string, body: object, signal?: AbortSignal) =>
  fetch(apiUrl(path), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });

/** Fetches the image. The service checks that a scanner can read it. @throws {ApiError} */
export async function fetchQr({ id }: QrLink, look: QrInput): Promise<Blob> {
  const response = await post(`/links/${id}/qr`, look);
  if (!response.ok) throw await api.errorOf(response);
  return response.blob();
}

/** Maximum links per archive. */
export const mostLinks = qr.many;

/** Fetches the images of many links in one archive. `onFile` gets the number received so far. @throws {ApiError} */
export async function fetchArchive(
  ids: string[],
  look: QrInput,
  { onFile, signal }: { onFile: (count: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const response = await post('/links/qr.zip', { ids, ...look }, signal);
  if (!response.ok || !response.body) throw await api.errorOf(response);
  const reader = response.body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const count = countFiles();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value as Uint8Array<ArrayBuffer>);
    onFile(count(next.value));
  }
  return new Blob(chunks, { type: 'application/zip' });
}

/** Fetches the sheets of many links as one PDF. @throws {ApiError} */
export async function fetchSheets(ids: string[], input: Omit<QrSheetInput, 'ids'>, signal: AbortSignal): Promise<Blob> {
  const response = await post('/links/qr.pdf', { ids, ...input }, signal);
  if (!response.ok) throw await api.errorOf(response);
  return response.blob();
}

/**
 * Counts the files in an archive by their headers: `PK`, 3, 4. Compressed data rarely contains these bytes by chance.
 */
function countFiles(): (chunk: Uint8Array) => number {
  const mark = [0x50, 0x4b, 3, 4];
  let matched = 0;
  let count = 0;
  return (chunk) => {
    for (const byte of chunk) {
      matched = byte === mark[matched] ? matched + 1 : byte === mark[0] ? 1 : 0;
      if (matched < mark.length) continue;
      count++;
      matched = 0;
    }
    return count;
  };
}

/** Opens the clipboard at once and fills it when the image arrives, because browsers refuse access later. */
export const copyImage = (image: Promise<Blob>): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);

export const copySvg = (image: Promise<Blob>): Promise<void> =>
  navigator.clipboard.write([
    new ClipboardItem({ 'text/plain': image.then((svg) => svg.slice(0, svg.size, 'text/plain')) }),
  ]);

/**
 * The drawing of QR codes. Each drawing has its own loop iteration, so that redirects wait for at most one.
 * Workspaces alternate, waiting jobs keep no images, and jobs of disconnected clients are dropped. A new image is
 * verified before it is sent.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { toPattern } from '../../shared/drawing/qr-pattern.ts';
import type { ApiError } from '../../shared/errors.ts';
import { unavailable } from '../../shared/errors.ts';
import { FairQueue } from '../../shared/jobs/fair-queue.ts';
import type { Numbers } from '../../shared/process/metrics.ts';
import { invalid, isApiError } from '../api/errors.ts';
import { toPng, toSvg } from './images.ts';
import { type Look, tagOfImage } from './look.ts';
import { readQr } from './read.ts';
import { remedies } from './remedies.ts';

/** The queue of drawings. Two run at a time: one can be encoded on the thread pool while the other is drawn. */
const drawing = new FairQueue({
  capacity: 2,
  waitingEach: 50,
  waitingAtMost: 300,
  refusal: () => unavailable('Too many QR codes are being drawn. Try again shortly.'),
});

let reads = 0;

export const qrNumbers: Numbers = {
  qr_drawn: { help: 'QR codes drawn.', value: () => drawing.numbers.begun },
  qr_refused: { help: 'QR codes refused with 503.', value: () => drawing.numbers.refused },
  qr_read: { help: 'QR codes verified before they were sent.', value: () => reads },
  qr_waiting: { help: 'QR codes waiting to be drawn.', value: () => drawing.numbers.waiting },
};

/** ETags of verified images. */
const known = new Set<string>();
const knownAtMost = 10_000;

/**
 * Draws the image of a text. @throws `unavailable` if too many jobs wait; `validation_failed`, with the faulty option, for
 * a size that is too small, an invalid logo, and an unreadable code
 */
export const drawQr = (
  text: string,
  look: Look,
  { workspaceId, signal }: { workspaceId: number; signal: AbortSignal },
): Promise<string | Buffer> =>
  drawing.run(
    String(workspaceId),
    async () => {
      await nextTurn();
      const image = await draw(text, look);
      const etag = tagOfImage(text, look);
      if (!known.has(etag)) {
        if (!(await canRead(text, look, image))) throw await faultOf(text, look);
        remember(etag);
      }
      return image;
    },
    { signal },
  );

async function draw(text: string, look: Look): Promise<string | Buffer> {
  const pattern = toPattern(text, look.ecc, look.margin, look.logo !== undefined);
  return look.format === 'svg' ? toSvg(pattern, look) : toPng(pattern, look);
}

async function canRead(text: string, { size }: Look, image: string | Buffer): Promise<boolean> {
  await nextTurn();
  reads++;
  return (await readQr(image, size)) === text;
}

function remember(etag: string): void {
  const [oldest] = known;
  if (known.size >= knownAtMost && oldest !== undefined) known.delete(oldest);
  known.add(etag);
}

/** Returns the fault of an unreadable code: the first option without which it is readable. */
async function faultOf(text: string, look: Look): Promise<ApiError> {
  for (const { field, message, change } of remedies) {
    const changed = change(look);
    if (isDeepStrictEqual(changed, look)) continue;
    await nextTurn();
    if (await isReadable(text, changed)) return invalid({ field, message });
  }
  return invalid({ field: look.logo ? 'logo' : 'style', message: 'cannot be read in this code' });
}

/** Draws and reads a code. Returns false if it cannot be drawn. */
async function isReadable(text: string, look: Look): Promise<boolean> {
  try {
    return await canRead(text, look, await draw(text, look));
  } catch (error) {
    if (isApiError(error)) return false;
    throw error;
  }
}

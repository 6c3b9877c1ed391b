/**
 * The download of the logo of a domain's brand. The logo is stored as a small PNG. The content at the URL is untrusted:
 * its size is limited, redirects are followed only within its host, and only the pixels are kept.
 */
import { reasonOf } from '../../shared/log/log-error.ts';
import {
  acceptedEncodings,
  OutboundRefused,
  type OutboundRules,
  readOutbound,
  sendOutbound,
} from '../../shared/net/outbound.ts';
import { isApiError } from '../api/errors.ts';
import type { Db } from '../core/tables.ts';
import { claimLogo, type DueLogo, saveLogo, saveLogoFault } from './brand-logo-queries.ts';
import { drawLogo, logoOf } from './logo.ts';

const minuteMs = 60_000;
/** Delays after failed attempts. After the last one, there is no attempt until the brand is set again. */
const waitsMs = [1, 10, 60, 6 * 60, 24 * 60].map((minutes) => minutes * minuteMs);
const claimMs = 2 * minuteMs;
const bytesAtMost = 1_000_000;
const redirectsAtMost = 3;
const pixels = 512;

export type LogoRules = OutboundRules & { limitMs?: number };

const headers = {
  'User-Agent': 'Mozilla/5.0 (compatible; Waypost/1.0)',
  Accept: 'image/png, image/jpeg, image/webp, image/svg+xml, image/*;q=0.5',
  'Accept-Encoding': acceptedEncodings,
};

/** Fetches a domain's logo if it is due. */
export async function fetchDueLogo(db: Db, id: number, rules: LogoRules, now: Date): Promise<void> {
  const due = await claimLogo(db, id, new Date(now.getTime() + claimMs), now);
  if (!due) return;
  const fetched = await fetchLogo(due, rules);
  if (Buffer.isBuffer(fetched)) await saveLogo(db, due, fetched);
  else {
    const waitMs = waitsMs[due.tries];
    await saveLogoFault(db, due, fetched.fault, waitMs === undefined ? null : new Date(now.getTime() + waitMs));
  }
}

/** Resolves to the image or a fault. */
async function fetchLogo({ url }: DueLogo, { limitMs = 15_000, ...rules }: LogoRules) {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const bytes = await get(new URL(url), { ...rules, webPortsOnly: true }, limit);
    return await drawLogo(logoOf(bytes), pixels);
  } catch (error) {
    return { fault: limit.aborted ? 'it took too long' : faultOf(error) };
  }
}

/** Returns Waypost's own message or the code of a connection error, never other parts of an error. */
function faultOf(error: unknown): string {
  if (error instanceof OutboundRefused && error.refusal === 'too_large')
    return `it has more than ${bytesAtMost.toLocaleString('en')} bytes`;
  if (isApiError(error))
    return (error.details as { issues: { message: string }[] }).issues[0]?.message ?? 'it is not an image';
  return error instanceof Error ? reasonOf(error) : 'it could not be read';
}

async function get(first: URL, rules: OutboundRules, signal: AbortSignal): Promise<Buffer> {
  let url = first;
  for (let redirects = 0; redirects <= redirectsAtMost; redirects++) {
    const response = await sendOutbound(url, { method: 'GET', headers, signal }, rules);
    try {
      const { statusCode: status = 0, headers } = response;
      if (status === 200) return await readOutbound(response, bytesAtMost);
      if (status < 300 || status > 399 || !headers.location) throw new Error(`the answer was ${status}`);
      url = new URL(headers.location, url);
      if (url.origin !== first.origin) throw new Error('it redirects to another host');
    } finally {
      response.destroy();
    }
  }
  throw new Error('it redirects too many times');
}

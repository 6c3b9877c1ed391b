/** Clicks in the form in which redirects record them, for the demo and for tests. */
import { randomBytes } from 'node:crypto';
import {
  flagsOf,
  largestClick,
  type RecordedClick,
  writeClick,
  writeCountry,
  writeVisitor,
} from '../clicks/bytes/record.ts';
import { countryCode } from '../clicks/core/dimensions.ts';

export const agents = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ipad: 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  bot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
};

export const clickOf = (linkId: number, at: number, fields: Partial<RecordedClick> = {}): RecordedClick => ({
  linkId,
  at,
  qr: false,
  choice: 0,
  use: false,
  country: '',
  visitor: Number.parseInt(randomBytes(6).toString('hex'), 16),
  userAgent: agents.chrome,
  referrer: '',
  language: '',
  utm: '',
  contact: '',
  variant: '',
  prefetched: false,
  own: false,
  ...fields,
});

/** Writes clicks as bytes, one after another. */
export function toBytes(clicks: RecordedClick[]): Buffer {
  const bytes = Buffer.alloc(clicks.length * largestClick);
  let end = 0;
  for (const click of clicks) {
    const { linkId, at, qr, choice, use, country, visitor, userAgent, referrer, language, utm, contact } = click;
    const start = end;
    const headers: Record<string, string> = {
      referer: referrer === '' ? '' : `https://${referrer}/page?of=it`,
      'accept-language': language === '' ? '' : `${language},en;q=0.5`,
    };
    const variant = Buffer.from(click.variant);
    const flags = flagsOf(qr ? 'qr' : 'link', choice, use, click.prefetched, click.own);
    end += writeClick(
      bytes,
      start,
      linkId,
      at,
      flags,
      userAgent,
      { getHeader: (name) => headers[name] ?? '' },
      utm,
      contact,
      { bytes: variant, start: 0, end: variant.length },
    );
    writeCountry(bytes, start, countryCode(country));
    const digest = Buffer.from((BigInt(visitor) << 11n).toString(16).padStart(16, '0'), 'hex');
    writeVisitor(bytes, start, digest.toString('latin1'));
  }
  return bytes.subarray(0, end);
}

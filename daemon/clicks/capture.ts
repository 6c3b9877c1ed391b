/**
 * Clicks on the redirect path. `record` copies raw facts into one buffer and returns: no object is kept, nothing is
 * parsed. When the loop iteration ends, visitors and countries take the place of addresses and the clicks go to the
 * spool, in parts, so that whatever room it has is used. What it does not take waits here, and beyond that is counted as
 * lost; so is what still waits at the end.
 */

import { isMapped, readAddress, writePeerAddress, writeTextAddress } from '../../shared/address.ts';
import type { Log } from '../../shared/log.ts';
import type { Clients } from '../redirect/client.ts';
import type { Choice, Headers, Peer, Trigger } from '../redirect/visit.ts';
import {
  addressAt,
  clickLength,
  clickTime,
  countryCode,
  flagsOf,
  frameHeadBytes,
  largestClick,
  readCountry,
  replaceAddress,
  sealFrame,
  visitorInput,
  writeClick,
  writeCountry,
} from './click-record.ts';
import type { Salts } from './salts.ts';
import type { Spool } from './spool.ts';
import { dayOf } from './time.ts';
import { visitorHash } from './visitor.ts';

export type ClickCapture = {
  /** Notes a GET that ends in a redirect; a prefetch is no click. Keeps nothing of its arguments. */
  record(linkId: number, headers: Headers, peer: Peer, trigger: Trigger, choice: Choice): void;
  /** Clicks kept and clicks lost since the start: together all of them. */
  counts(): { recorded: number; lost: number };
  /** Writes what is waiting, and counts as lost what cannot be written. */
  close(): void;
};

export type CaptureOptions = {
  spool: Pick<Spool, 'append'>;
  salts: Pick<Salts, 'get'>;
  clients: Clients;
  /** Whether addresses can come from a header at all. */
  behindProxy: boolean;
  /** Whether countries can. */
  countryByHeader: boolean;
  country: (address: string) => string | undefined;
  log: Log;
};

const flushAtBytes = 1 << 18;
const retryMs = 100;
const reportMs = 10_000;

export function createClickCapture(options: CaptureOptions): ClickCapture {
  const { spool, clients, behindProxy, countryByHeader, log } = options;
  const waiting = new WaitingClicks(createCompleter(options));
  const { buffer } = waiting;
  let armed = false;
  let retry: NodeJS.Timeout | undefined;
  let recorded = 0;
  let lost = 0;
  let lostReported = 0;

  function record(linkId: number, headers: Headers, peer: Peer, trigger: Trigger, choice: Choice): void {
    if (isPrefetch(headers)) return;
    const at = waiting.end;
    if (at + largestClick > buffer.length) {
      lost++;
      return;
    }
    recorded++;
    const agent = headers.getHeader('user-agent');
    const referrer = headers.getHeader('referer');
    waiting.end += writeClick(buffer, at, linkId, Date.now(), flagsOf(trigger, choice), agent, referrer);
    writeClient(at, headers, peer);
    if (!armed && retry === undefined) {
      armed = true;
      setImmediate(flush);
    } else if (waiting.end > flushAtBytes && retry === undefined) flush();
  }

  function writeClient(at: number, headers: Headers, peer: Peer): void {
    writePeerAddress(buffer, at + addressAt, new Uint8Array(peer.getRemoteAddressAsText()));
    let country = 0;
    if (behindProxy) {
      const proxy = readAddress(buffer, at + addressAt);
      writeTextAddress(buffer, at + addressAt, clients.address(proxy, headers));
      if (countryByHeader) country = countryCode(clients.country(proxy, headers));
    }
    writeCountry(buffer, at, country);
  }

  function flush(): void {
    armed = false;
    clearTimeout(retry);
    retry = undefined;
    if (!waiting.moveTo(spool)) retry = setTimeout(flush, retryMs);
  }

  function report(): void {
    if (lost > lostReported) log.error({ lost: lost - lostReported, total: lost }, 'clicks were lost');
    lostReported = lost;
  }
  const reporter = setInterval(report, reportMs);
  reporter.unref();

  return {
    record,
    counts: () => ({ recorded, lost }),
    close() {
      clearInterval(reporter);
      clearTimeout(retry);
      waiting.moveTo(spool);
      const left = waiting.drop();
      recorded -= left;
      lost += left;
      report();
    },
  };
}

/** Room for some 20,000 clicks while the spool cannot be written. */
const bufferBytes = 4 << 20;
/** Of a write, unless a single click is larger. */
const partBytes = 1 << 16;

/** The clicks that the spool does not have yet: from `#start`, behind room for a frame's head, to `end`. */
class WaitingClicks {
  readonly buffer = Buffer.alloc(bufferBytes);
  /** Where the next click is written; whoever writes one moves it on. */
  end = frameHeadBytes;
  #start = frameHeadBytes;
  /** Those before have been completed. */
  #done = frameHeadBytes;
  readonly #complete: (buffer: Buffer, at: number) => void;

  constructor(complete: (buffer: Buffer, at: number) => void) {
    this.#complete = complete;
  }

  /** Completes them and writes part by part. False when some are left, for which there is no room now. */
  moveTo(spool: Pick<Spool, 'append'>): boolean {
    const { buffer } = this;
    for (; this.#done < this.end; this.#done += clickLength(buffer, this.#done)) this.#complete(buffer, this.#done);
    while (this.#start < this.end) {
      const stop = this.#endOfPart();
      // The head takes the place of bytes that were written before.
      const frame = buffer.subarray(this.#start - frameHeadBytes, stop);
      sealFrame(frame, frame.length);
      if (!spool.append(frame, frame.length)) {
        this.#moveToFront();
        return false;
      }
      this.#start = stop;
    }
    this.#forget();
    return true;
  }

  /** Forgets them all; how many there were. */
  drop(): number {
    let count = 0;
    for (let at = this.#start; at < this.end; at += clickLength(this.buffer, at)) count++;
    this.#forget();
    return count;
  }

  #endOfPart(): number {
    if (this.end - this.#start <= partBytes) return this.end;
    let stop = this.#start + clickLength(this.buffer, this.#start);
    for (let next = stop; next - this.#start <= partBytes; next += clickLength(this.buffer, next)) stop = next;
    return stop;
  }

  #moveToFront(): void {
    this.buffer.copyWithin(frameHeadBytes, this.#start, this.end);
    this.end -= this.#start - frameHeadBytes;
    this.#start = frameHeadBytes;
    this.#done = this.end;
  }

  #forget(): void {
    this.#start = frameHeadBytes;
    this.#done = frameHeadBytes;
    this.end = frameHeadBytes;
  }
}

const isPrefetch = (headers: Headers) =>
  headers.getHeader('sec-purpose').startsWith('prefetch') || headers.getHeader('purpose') === 'prefetch';

/** Countries of IPv4 addresses looked up before; a power of two. */
const rememberedCountries = 1 << 16;

/** Replaces a click's address by its visitor, and looks its country up unless a proxy told it. */
function createCompleter({ salts, country }: CaptureOptions): (buffer: Buffer, at: number) => void {
  const addresses = new Uint32Array(rememberedCountries);
  const countries = new Uint16Array(rememberedCountries);
  let day = -1;
  let salt: Buffer | undefined;
  let hash = (_input: Uint8Array) => '';

  function findCountry(buffer: Buffer, at: number): number {
    if (!isMapped(buffer, at)) return countryCode(country(readAddress(buffer, at)));
    const address = buffer.readUInt32BE(at + 12);
    const slot = Math.imul(address, 0x9e3779b1) >>> 16;
    if (addresses[slot] !== address) {
      addresses[slot] = address;
      countries[slot] = countryCode(country(readAddress(buffer, at)));
    }
    return countries[slot] as number;
  }

  return (buffer, at) => {
    const clickDay = dayOf(clickTime(buffer, at));
    const current = salts.get(clickDay);
    if (clickDay !== day || current !== salt) {
      day = clickDay;
      salt = current;
      hash = visitorHash(current);
    }
    if (readCountry(buffer, at) === 0) writeCountry(buffer, at, findCountry(buffer, at + addressAt));
    replaceAddress(buffer, at, hash(visitorInput(buffer, at)));
  };
}

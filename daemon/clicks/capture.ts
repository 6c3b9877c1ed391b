/**
 * Captures clicks on the redirect path. `record` writes a click into one buffer and returns; no object is kept. Of the
 * address only the visitor's hash is written. At the end of the loop iteration the clicks go to the spool in parts, so
 * that all its room is used. Refused clicks wait here, and beyond that are counted as lost; so is what still waits at
 * the end.
 */

import { u16At } from '../../shared/elements.ts';
import type { Log } from '../../shared/log/log.ts';
import { isMapped, readAddress } from '../../shared/net/address.ts';
import type { Clients } from '../redirect/client.ts';
import {
  type Choice,
  type Headers,
  isPrefetch,
  type Peer,
  type RecordClick,
  type Trigger,
} from '../redirect/core/visit.ts';
import {
  clickLength,
  flagsOf,
  frameHeadBytes,
  largestClick,
  sealFrame,
  writeClick,
  writeCountry,
  writeVisitor,
} from './bytes/record.ts';
import { countryCode } from './core/dimensions.ts';
import { utmInQuery } from './core/utm.ts';
import type { Salts } from './salts.ts';
import type { Spool } from './spool.ts';
import { dayOf } from './time.ts';
import { createVisitorHash } from './visitor.ts';

export type ClickCapture = {
  record: RecordClick;
  /** Clicks kept and lost since the start: together all of them. */
  counts(): { recorded: number; lost: number };
  /** Writes waiting clicks, and counts those that cannot be written as lost. */
  close(): void;
};

export type CaptureOptions = {
  spool: Pick<Spool, 'append'>;
  salts: Pick<Salts, 'get'>;
  clients: Pick<Clients, 'locate'>;
  country: (address: string) => string | undefined;
  log: Log;
};

const flushAtBytes = 1 << 18;
const retryMs = 100;
const reportMs = 10_000;

export function createClickCapture(options: CaptureOptions): ClickCapture {
  const { spool, salts, clients, log } = options;
  const waiting = new WaitingClicks();
  const { buffer } = waiting;
  const visitors = createVisitorHash();
  const findCountry = rememberCountries(options.country);
  let armed = false;
  let turnAt = 0;
  let retry: NodeJS.Timeout | undefined;
  let recorded = 0;
  let lost = 0;
  let lostReported = 0;
  let isClosed = false;

  function record(
    linkId: number,
    headers: Headers,
    peer: Peer,
    trigger: Trigger,
    choice: Choice,
    countsAsUse = false,
    query = '',
    contact = '',
  ): void {
    const prefetched = isPrefetch(headers);
    // Requests still under way at the end get no answer: every connection is closed by then.
    if (isClosed || (prefetched && contact === '')) return;
    const at = waiting.end;
    if (at + largestClick > buffer.length) {
      lost++;
      return;
    }
    recorded++;
    // One time for all clicks of a loop iteration.
    if (!armed) turnAt = Date.now();
    const agent = headers.getHeader('user-agent');
    const utm = query === '' ? '' : utmInQuery(query);
    const flags = flagsOf(trigger, choice, countsAsUse, prefetched);
    const length = writeClick(buffer, at, linkId, turnAt, flags, agent, headers, utm, contact);
    const { input, addressAt } = visitors;
    const told = clients.locate(input, addressAt, peer, headers);
    writeCountry(buffer, at, told === 0 ? findCountry(input, addressAt) : told);
    writeVisitor(buffer, at, visitors.digest(salts.get(dayOf(turnAt)), agent));
    waiting.end = at + length;
    if (!armed && retry === undefined) {
      armed = true;
      setImmediate(flush);
    } else if (waiting.end > flushAtBytes && retry === undefined) flush();
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
      isClosed = true;
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

/** Room for about 20,000 clicks while the spool cannot be written. */
const bufferBytes = 4 << 20;
/** Size of a write, unless a single click is larger. */
const partBytes = 1 << 16;

/** The clicks that the spool does not have yet: from `#start`, behind room for a frame's head, to `end`. */
class WaitingClicks {
  readonly buffer = Buffer.alloc(bufferBytes);
  /** The position of the next click, which the writer advances. */
  end = frameHeadBytes;
  #start = frameHeadBytes;

  /** Writes them part by part. `false` if some are left for lack of room. */
  moveTo(spool: Pick<Spool, 'append'>): boolean {
    while (this.#start < this.end) {
      const stop = this.#endOfPart();
      // The head overwrites bytes that were already written.
      const frame = this.buffer.subarray(this.#start - frameHeadBytes, stop);
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

  /** Drops them all and returns their number. */
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
  }

  #forget(): void {
    this.#start = frameHeadBytes;
    this.end = frameHeadBytes;
  }
}

/** Cache size for countries of IPv4 addresses; a power of two. */
const rememberedCountries = 1 << 16;

/** The country's two letters as a number, for 16 bytes; 0 if unknown. */
function rememberCountries(country: CaptureOptions['country']): (bytes: Buffer, at: number) => number {
  const addresses = new Uint32Array(rememberedCountries);
  const countries = new Uint16Array(rememberedCountries);
  return (bytes, at) => {
    if (!isMapped(bytes, at)) return countryCode(country(readAddress(bytes, at)));
    const address = bytes.readUInt32BE(at + 12);
    const slot = Math.imul(address, 0x9e3779b1) >>> 16;
    if (addresses[slot] !== address) {
      addresses[slot] = address;
      countries[slot] = countryCode(country(readAddress(bytes, at)));
    }
    return u16At(countries, slot);
  };
}

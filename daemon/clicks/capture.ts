/**
 * The capture of clicks on the redirect path. `record` writes a click into a buffer and keeps no allocated memory.
 * The visitor's hash is written, the IP address is not. At the end of the loop iteration the clicks are written to
 * the spool. They are written in small parts, so that the last free bytes are used too. Clicks that the spool refuses
 * wait in the buffer. If the buffer is full or the process ends, they are counted as lost.
 */
import type { Log } from '../../shared/log/log.ts';
import type { Clients } from '../redirect/client.ts';
import {
  type Choice,
  type Headers,
  isPrefetch,
  noVariant,
  type Peer,
  type RecordClick,
  type Trigger,
  type VariantName,
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
import { utmInQuery } from './core/utm.ts';
import type { Salts } from './salts.ts';
import type { Spool } from './spool.ts';
import { dayOf } from './time.ts';
import { createVisitorHash } from './visitor.ts';

export type ClickCapture = {
  record: RecordClick;
  /** Numbers of clicks recorded and lost since the start. Every click is counted in one of the two numbers. */
  counts(): { recorded: number; lost: number };
  /** Writes waiting clicks. Clicks that cannot be written count as lost. */
  close(): void;
};

export type CaptureOptions = {
  spool: Pick<Spool, 'append'>;
  salts: Pick<Salts, 'get'>;
  clients: Pick<Clients, 'locate' | 'countryAt'>;
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
  let armed = false;
  let turnAt = 0;
  let retry: NodeJS.Timeout | undefined;
  let recorded = 0;
  let lost = 0;
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
    variant: Readonly<VariantName> = noVariant,
    own = false,
  ): void {
    const prefetched = isPrefetch(headers);
    // After `close`, unfinished requests get no answer, because every connection is closed by then.
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
    const flags = flagsOf(trigger, choice, countsAsUse, prefetched, own);
    const length = writeClick(buffer, at, linkId, turnAt, flags, agent, headers, utm, contact, variant);
    const { input, addressAt } = visitors;
    const sentCountry = clients.locate(input, addressAt, peer, headers);
    writeCountry(buffer, at, sentCountry === 0 ? clients.countryAt(input, addressAt) : sentCountry);
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

  const stopReports = reportLosses(log, () => lost);
  return {
    record,
    counts: () => ({ recorded, lost }),
    close() {
      isClosed = true;
      clearTimeout(retry);
      waiting.moveTo(spool);
      const left = waiting.drop();
      recorded -= left;
      lost += left;
      stopReports();
    },
  };
}

/** Logs lost clicks regularly. The returned function logs the rest and stops. */
function reportLosses(log: Log, count: () => number): () => void {
  let reported = 0;
  const report = () => {
    const total = count();
    if (total > reported) log.error({ lost: total - reported, total }, 'clicks were lost');
    reported = total;
  };
  const timer = setInterval(report, reportMs).unref();
  return () => {
    clearInterval(timer);
    report();
  };
}

/** Size of the buffer: enough for about 20,000 clicks while the spool cannot be written. */
const bufferBytes = 4 << 20;
/** Size of a write, unless a single click is larger. */
const partBytes = 1 << 16;

/** Clicks that are not in the spool yet, from `#start` to `end`. Before `#start` there is room for a frame's head. */
class WaitingClicks {
  readonly buffer = Buffer.alloc(bufferBytes);
  /** The position of the next click. The writer advances it. */
  end = frameHeadBytes;
  #start = frameHeadBytes;

  /** Writes the clicks to the spool in parts. Returns false if the spool refuses some of them. */
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

  /** Drops all waiting clicks and returns their number. */
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

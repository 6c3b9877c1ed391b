/**
 * The counting of clicks in a separate thread. The thread starts with the first query and ends after a time without
 * queries. If it fails, only its current queries fail.
 */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { addressOf } from '../../../shared/db/db.ts';
import { unavailable } from '../../../shared/errors.ts';
import { builtRoot } from '../../../shared/paths.ts';
import type { ClickScanner, FoundClicks } from '../../api/context.ts';
import type { Db } from '../../core/tables.ts';
import type { FromThread, ThreadData, ToThread } from './scan-thread.ts';

/** The thread's file, always the built one, because a thread cannot run the TypeScript sources. */
const threadFile = path.join(builtRoot, 'daemon/stats/scan/scan-thread.js');
const idleMs = 60_000;
const heapMegabytes = 512;

/** A click scanner that can be closed. `close` aborts the running queries. */
export type OpenedClickScanner = ClickScanner & { close(): Promise<void> };

type Waiting = { resolve: (answer: FoundClicks) => void; reject: (reason: unknown) => void };

export function openClickScanner(db: Db): OpenedClickScanner {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last = 0;

  function start(): Worker {
    const started = new Worker(threadFile, {
      workerData: addressOf(db) satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    started.unref();
    started.on('message', take);
    started.on('error', (cause) => end(started, cause));
    started.on('exit', () => end(started));
    return started;
  }

  function take(message: FromThread): void {
    const query = waiting.get(message.no);
    waiting.delete(message.no);
    if (waiting.size === 0) idle = setTimeout(() => void stop(), idleMs).unref();
    if ('answer' in message) return query?.resolve(message.answer);
    query?.reject(Object.assign(new Error(message.fault.message), message.fault));
  }

  function end(ended: Worker, cause?: Error): void {
    if (ended !== thread) return;
    thread = undefined;
    for (const { reject } of waiting.values())
      reject(unavailable('Reading clicks was interrupted. Try again.', { cause }));
    waiting.clear();
  }

  /** Stops the thread. Later queries start another one. */
  async function stop(): Promise<void> {
    clearTimeout(idle);
    const ending = thread;
    if (ending) end(ending);
    await ending?.terminate();
  }

  return {
    async scan(question, signal) {
      signal.throwIfAborted();
      clearTimeout(idle);
      thread ??= start();
      const [current, no] = [thread, ++last];
      const giveUp = () => {
        waiting.get(no)?.reject(signal.reason);
        current.postMessage({ no } satisfies ToThread);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        return await new Promise<FoundClicks>((resolve, reject) => {
          waiting.set(no, { resolve, reject });
          current.postMessage({ no, question } satisfies ToThread);
        });
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    },
    close: stop,
  };
}

/** The thread that reads clicks for analytics, so that redirects need not wait. `click-scanner.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type DbOptions, openDb } from '../../../shared/db/db.ts';
import type { ClickQuestion, FoundClicks } from '../../api/context.ts';
import type { Tables } from '../../core/tables.ts';
import { scanClicks } from './scan-clicks.ts';

export type ThreadData = { mysqlUrl: string; options: DbOptions };
/** A message to the thread. Without `question`, it aborts the query with the number `no`. */
export type ToThread = { no: number; question?: ClickQuestion };
/** The parts of an error that identify its kind. */
type Fault = { message: string; code: unknown; errno: unknown };
export type FromThread = { no: number } & ({ answer: FoundClicks } | { fault: Fault });

const { mysqlUrl, options } = workerData as ThreadData;
const db = openDb<Tables>(mysqlUrl, { ...options, poolSize: 2 });
const running = new Map<number, AbortController>();

async function answer(no: number, question: ClickQuestion): Promise<FromThread> {
  const giveUp = new AbortController();
  running.set(no, giveUp);
  try {
    return { no, answer: await scanClicks(db, question, giveUp.signal) };
  } catch (error) {
    const { message, code, errno } = error as Partial<Fault>;
    return { no, fault: { message: message ?? String(error), code, errno } };
  } finally {
    running.delete(no);
  }
}

parentPort?.on('message', ({ no, question }: ToThread) => {
  if (question) void answer(no, question).then((answered) => parentPort?.postMessage(answered));
  else running.get(no)?.abort();
});

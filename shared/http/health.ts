/** `GET /healthz` (the process answers) and `GET /readyz` (its dependencies can be reached), for both services. */
import type { Redis } from 'ioredis';
import { type Kysely, sql } from 'kysely';
import { withinMs } from '../db/db.ts';
import { json } from './answer.ts';
import type { HttpRoute } from './route.ts';

/** Resolves to `undefined` if all is well, else to the problem in words. */
export type ReadyCheck = () => Promise<string | undefined>;

const checkMs = 1_000;

/** 200 `{ status: "ready" }`, or 503 `{ status: "not_ready", failing: { name: reason } }`. */
export const healthRoutes = (checks: Record<string, ReadyCheck>): HttpRoute[] => [
  { method: 'GET', path: '/healthz', handle: () => json(200, { status: 'ok' }, { 'Cache-Control': 'no-store' }) },
  {
    method: 'GET',
    path: '/readyz',
    async handle() {
      const readiness = await readinessOf(checks);
      return json(readiness.status === 'ready' ? 200 : 503, readiness, { 'Cache-Control': 'no-store' });
    },
  },
];

/** `failing`: reasons by the names of the checks. */
export type Readiness = { status: 'ready' } | { status: 'not_ready'; failing: Record<string, string | undefined> };

export async function readinessOf(checks: Record<string, ReadyCheck>): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await withinLimit(check)] as const),
  );
  const failing = Object.fromEntries(results.filter(([, reason]) => reason !== undefined));
  return Object.keys(failing).length === 0 ? { status: 'ready' } : { status: 'not_ready', failing };
}

export const mysqlCheck =
  <Rows>(db: Kysely<Rows>): ReadyCheck =>
  async () => {
    await sql`SELECT 1`.execute(withinMs(db, checkMs));
    return undefined;
  };

export const redisCheck =
  (redis: Redis): ReadyCheck =>
  async () => {
    await redis.ping();
    return undefined;
  };

async function withinLimit(check: ReadyCheck): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('does not answer'), checkMs);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return 'cannot be reached';
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The probes of every process: `/livez` and `/healthz` (the process answers), and `/readyz` (everything that it needs
 * works). `/readyz?for=traffic` checks only whether it accepts requests, because redirects work without stores.
 * `/readyz?for=writes` checks only whether the stores are reachable.
 */
import type { Redis } from 'ioredis';
import { type Kysely, sql } from 'kysely';
import { withinMs } from '../db/db.ts';
import { lackOfMysql, type Tried } from '../db/rights-queries.ts';
import { findRefusal, readInfo } from '../redis/rights.ts';
import { json } from './answer.ts';
import type { HttpRoute } from './route.ts';

/** A check that resolves to a description of the problem; `undefined` if there is none. */
export type ReadyCheck = () => Promise<string | undefined>;
type Named = Record<string, ReadyCheck>;

/** `all`: the checks of `/readyz` without a parameter. */
export type ReadyChecks = { all: Named; traffic: Named; writes: Named };

const checkMs = 1_000;
const alive = ['/livez', '/healthz'];

/** The paths of all probes. */
export const probePaths = [...alive, '/readyz'];

/** `table`: a table of the service for testing the rights of MYSQL_URL's user. */
type StoresToCheck<Rows> = { db: Kysely<Rows>; table: Tried; redis: Redis; redisPrefix: string };

/** Returns the checks of a process that accepts requests without its stores; `other`: additional checks of `/readyz`. */
export const storeChecks = <Rows>(
  { db, table, redis, redisPrefix }: StoresToCheck<Rows>,
  other: Named = {},
): ReadyChecks => {
  const stores = {
    mysql: onceGranted(() => lackOfMysql(withinMs(db, checkMs), table), mysqlCheck(db)),
    redis: onceGranted(async () => findRefusal(redis, redisPrefix, await readInfo(redis)), redisCheck(redis)),
  };
  return { all: { ...other, ...stores }, traffic: {}, writes: stores };
};

/** Checks the rights until they suffice, and from then on only whether the store answers. */
function onceGranted(findLack: ReadyCheck, answers: ReadyCheck): ReadyCheck {
  let isGranted = false;
  return async () => {
    if (isGranted) return answers();
    const lack = await findLack();
    isGranted = lack === undefined;
    return lack;
  };
}

/**
 * Answers a probe. Liveness paths always get 200 `{ status: "ok" }`. Readiness gets 200 `{ status: "ready" }`, or 503 `{
 * status: "not_ready", failing: { name: reason } }`.
 */
export async function probe(checks: ReadyChecks, path: string, query: string) {
  if (alive.includes(path)) return { status: 200, body: { status: 'ok' } };
  const purpose = new URLSearchParams(query).get('for') ?? 'all';
  const requested = Object.hasOwn(checks, purpose) ? checks[purpose as keyof ReadyChecks] : unknownPurpose;
  const body = await readinessOf(requested);
  return { status: body.status === 'ready' ? 200 : 503, body };
}

const unknownPurpose = { for: async () => 'must be traffic or writes' };

export const healthRoutes = (checks: ReadyChecks): HttpRoute[] =>
  probePaths.map((path) => ({
    method: 'GET',
    path,
    async handle({ query }) {
      const { status, body } = await probe(checks, path, query);
      return json(status, body, { 'Cache-Control': 'no-store' });
    },
  }));

/** `failing`: the reasons, keyed by the names of the checks. */
export type Readiness = { status: 'ready' } | { status: 'not_ready'; failing: Record<string, string | undefined> };

export async function readinessOf(checks: Named): Promise<Readiness> {
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

const redisCheck =
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

/**
 * One look at MySQL for all processes. A process asks, in one statement, whether anything is due or has changed, and publishes
 * the answers through Redis; the others listen instead of looking. A process that hears nothing for a moment looks by itself,
 * and from then on for all. While nothing is heard, because Redis or MySQL is away, everything polls at its own pace, so
 * nothing depends on a message that arrives.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Log } from '../log/log.ts';
import { onChannel } from '../redis/on-channel.ts';

/**
 * A scalar expression of a few jumps into indexes: 0 or NULL without work, 1 with work; anything else means work once it differs
 * from the last answer.
 */
export type Probe = RawBuilder<unknown>;
type Values = Record<string, string | number | null>;

export type News = {
  /** Whether a look was heard of in the last moment: then polling may be slow. */
  isHeard(): boolean;
  /** Calls `onNews` when there is work, and when nothing is heard any more. Returns how to end that. */
  follow(onNews: () => void): () => void;
};

export type Pulse<Name extends string = string> = {
  /** Looks at something more, until the returned function is called. */
  add(name: Name, probe: Probe): () => void;
  news(name: Name): News;
  /** Calls `onValue` with each answer of a probe. */
  onValue(name: Name, onValue: (value: string) => void): void;
  numbers: { pulse_heard: { help: string; value: () => number } };
  close(): Promise<void>;
};

export type PulseOptions<Name extends string> = {
  // biome-ignore lint/suspicious/noExplicitAny: any database will do, since the expressions name their tables.
  db: Kysely<any>;
  commands: Redis;
  subscriber: Redis;
  log: Log;
  channel: string;
  /** Time between two looks of all processes together. */
  everyMs: number;
  probes: Record<Name, Probe>;
};

type Message = { by: string; values: Values };

/** Silence begins so much after a look was due. */
const lateMs = 150;
/** Processes that hear nothing look one after the other, not at once. */
const spreadMs = 50;
/** A look that takes longer is given up by a caller's limit on `db`. */
export const lookMs = 1_500;

export function openPulse<Name extends string>(options: PulseOptions<Name>): Pulse<Name> {
  const { db, commands, subscriber, log, channel, everyMs } = options;
  const me = randomUUID();
  const probes = new Map<string, Probe>(Object.entries(options.probes));
  const told = new Map<string, string>();
  const followers = new Map<string, Set<() => void>>();
  const readers = new Map<string, ((value: string) => void)[]>();
  let isHeard = false;
  let isClosed = false;
  let hasFailed = false;
  let statement: CompiledQuery<Values> | undefined;
  let looking: Promise<void> = Promise.resolve();
  let lookAt = performance.now() + everyMs * Math.random();
  let silentAt = Number.POSITIVE_INFINITY;

  const tell = (name: string) => {
    for (const onNews of followers.get(name) ?? []) onNews();
  };
  /** Runs at the only timer. A message leaves that as it is: one more would wake the process once more. */
  function pass(): void {
    const now = performance.now();
    if (now >= silentAt) {
      isHeard = false;
      silentAt = Number.POSITIVE_INFINITY;
      for (const name of followers.keys()) tell(name);
    }
    if (now >= lookAt) {
      lookAt = now + everyMs;
      looking = look();
    }
    timer = setTimeout(pass, Math.ceil(Math.min(lookAt, silentAt) - now)).unref();
  }
  let timer = setTimeout(pass, lookAt - performance.now()).unref();

  async function look(): Promise<void> {
    // Without Redis nobody could be told, and each process polls by itself.
    if (commands.status !== 'ready' || probes.size === 0) return;
    try {
      statement ??= ask();
      const { rows } = await db.executeQuery(statement);
      hasFailed = false;
      // An answer that Redis does not take is not heard.
      await commands.publish(channel, JSON.stringify({ by: me, values: rows[0] })).catch(() => {});
    } catch (err) {
      if (!hasFailed && !isClosed) log.warn({ err }, 'the look for all processes failed; each polls by itself');
      hasFailed = true;
    }
  }
  function ask(): CompiledQuery<Values> {
    const asked = [...probes].map(([name, probe]) => sql`(${probe}) AS ${sql.id(name)}`);
    return sql<Values>`SELECT ${sql.join(asked)}`.compile(db);
  }

  function hear(message: string): void {
    const { by, values } = readMessage(message);
    // A process of another release, or with other plugins, may not look at everything that this one needs.
    if (isClosed || [...probes.keys()].some((name) => values[name] === undefined)) return;
    const now = performance.now();
    if (by !== me) lookAt = now + everyMs + spreadMs + spreadMs * Math.random();
    isHeard = true;
    silentAt = now + everyMs + lateMs;
    for (const name of probes.keys()) {
      // Servers differ in the type of an expression with two kinds of answers.
      const value = String(values[name] ?? 0);
      const isNews = Number(value) === 1 || (Number(value) !== 0 && value !== told.get(name));
      told.set(name, value);
      for (const onValue of readers.get(name) ?? []) onValue(value);
      if (isNews) tell(name);
    }
  }
  const leave = onChannel(subscriber, channel, hear);

  return {
    add(name, probe) {
      probes.set(name, probe);
      statement = undefined;
      return () => {
        probes.delete(name);
        statement = undefined;
        told.delete(name);
      };
    },
    news: (name) => ({
      isHeard: () => isHeard && probes.has(name),
      follow(onNews) {
        const own = followers.get(name) ?? new Set();
        followers.set(name, own.add(onNews));
        return () => void own.delete(onNews);
      },
    }),
    onValue(name, onValue) {
      readers.set(name, [...(readers.get(name) ?? []), onValue]);
    },
    numbers: {
      pulse_heard: {
        help: '1 while looks at MySQL are shared through Redis, 0 while this process polls by itself.',
        value: () => Number(isHeard),
      },
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      leave();
      await looking;
    },
  };
}

/** A message in another form is as good as none. */
function readMessage(message: string): Message {
  try {
    const { by, values } = JSON.parse(message) as Partial<Message>;
    return { by: String(by), values: values ?? {} };
  } catch {
    return { by: '', values: {} };
  }
}

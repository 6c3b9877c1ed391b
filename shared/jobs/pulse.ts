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
import { betweenTexts, type PulseMessage, readMessage, textOf } from './pulse-message.ts';

/**
 * A scalar expression of a few jumps into indexes: 0 or NULL without work, 1 with work; anything else means work once it differs
 * from the last answer.
 */
export type Probe = RawBuilder<unknown>;

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
  /** Says that something was asked for here: looks are frequent from now on for some time. */
  stir(): void;
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
  /** The same after some time in which nothing was asked for or new; default `everyMs`. */
  restMs?: number;
  restAfterMs?: number;
  probes: Record<Name, Probe>;
  /** They are looked at every `everyMs` all the same. Processes without such are told the whole ones only. */
  urgent?: Name[];
};

type Answers = { answers: string };
type Question = { statement: CompiledQuery<Answers>; names: string };

/** Silence begins so much after a look was due. */
const lateMs = 150;
/** Processes that hear nothing look one after the other, not at once. */
const spreadMs = 50;
/** A look that takes longer is given up by a caller's limit on `db`. */
export const lookMs = 1_500;
const usualRestAfterMs = 30_000;
/** How late a look may be that is hastened. */
const marginMs = 2 * spreadMs;

export function openPulse<Name extends string>(options: PulseOptions<Name>): Pulse<Name> {
  const { db, commands, subscriber, log, channel, everyMs } = options;
  const { restMs = everyMs, restAfterMs = usualRestAfterMs, urgent = [] } = options;
  const urgentChannel = `${channel}:urgent`;
  const me = randomUUID();
  const probes = new Map<string, Probe>(Object.entries(options.probes));
  const told = new Map<string, string>();
  const followers = new Map<string, Set<() => void>>();
  const readers = new Map<string, ((value: string) => void)[]>();
  let isHeard = false;
  let isClosed = false;
  let hasFailed = false;
  let whole: Question | undefined;
  let partial: Question | undefined;
  /** Whether this process looked last, and whether its own message has not come back yet. */
  let leads = false;
  let isAwaited = false;
  let looking: Promise<void> = Promise.resolve();
  /** When everything was looked at last, here or elsewhere. */
  let wholeAt = performance.now();
  let lookAt = wholeAt + everyMs * Math.random();
  let silentAt = Number.POSITIVE_INFINITY;
  let restAt = wholeAt + restAfterMs;
  /** The process that looks at everything that this one needs, and at what. */
  let covering = { by: '', names: '' };

  const tell = (name: string) => {
    for (const onNews of followers.get(name) ?? []) onNews();
  };
  const busyMs = () => Math.max(0, Math.round(restAt - performance.now()));
  const tillWholeMs = () => (busyMs() > 0 ? everyMs : restMs);
  const tillLookMs = (nextMs: number) => (urgent.length > 0 ? everyMs : nextMs);
  function arm(now: number): void {
    clearTimeout(timer);
    timer = setTimeout(pass, Math.ceil(Math.min(lookAt, silentAt) - now)).unref();
  }
  /** Runs at the only timer. A message leaves that as it is: one more would wake the process once more. */
  function pass(): void {
    const now = performance.now();
    const isDue = now >= lookAt;
    // Without Redis nobody could be told, and each process polls by itself.
    const canLook = commands.status === 'ready' && probes.size > 0;
    if (now >= silentAt || (isDue && (!canLook || (leads && isAwaited)))) fallSilent();
    if (isDue) {
      lookAt = now + tillLookMs(tillWholeMs());
      const mayRest = leads && urgent.length > 0 && now >= restAt;
      const isWhole = !mayRest || now >= wholeAt + restMs - marginMs;
      if (isWhole) wholeAt = now;
      if (canLook) looking = look(isWhole);
    }
    arm(now);
  }
  let timer = setTimeout(pass, lookAt - wholeAt).unref();

  function fallSilent(): void {
    silentAt = Number.POSITIVE_INFINITY;
    if (!isHeard) return;
    isHeard = false;
    for (const name of followers.keys()) tell(name);
  }
  function hasten(): void {
    const now = performance.now();
    restAt = now + restAfterMs;
    if (isClosed || now - wholeAt <= everyMs + marginMs) return;
    lookAt = now;
    arm(now);
  }

  async function look(isWhole: boolean): Promise<void> {
    leads = true;
    isAwaited = true;
    try {
      if (isWhole) whole ??= ask([...probes]);
      else partial ??= ask(urgent.flatMap((name) => (probes.has(name) ? [[name, probes.get(name) as Probe]] : [])));
      const { statement, names } = (isWhole ? whole : partial) as Question;
      const { rows } = await db.executeQuery(statement);
      hasFailed = false;
      const values = rows[0]?.answers ?? '';
      // Whatever Redis does with them, the answers are known here, and in time. In silence everything polls.
      if (isHeard && !isClosed) learn(names, values);
      const message = textOf({ by: me, nextMs: tillWholeMs(), busyMs: busyMs(), isWhole, names, values });
      await commands.publish(isWhole ? channel : urgentChannel, message).catch(() => {});
    } catch (err) {
      if (isClosed) return;
      if (!hasFailed) log.warn({ err }, 'the look for all processes failed; each polls by itself');
      hasFailed = true;
      fallSilent();
    }
  }
  /** All answers in one text: each column would cost more than its value. */
  function ask(what: [name: string, probe: Probe][]): Question {
    const texts = what.map(([, probe]) => sql`CONVERT(COALESCE((${probe}), 0) USING utf8mb4)`);
    const answers = sql<Answers>`SELECT CONCAT_WS(${sql.lit(betweenTexts)}, ${sql.join(texts)}) AS answers`;
    return { statement: answers.compile(db), names: what.map(([name]) => name).join(betweenTexts) };
  }

  function hear(text: string): void {
    const message = readMessage(text);
    if (isClosed || !message || !covers(message)) return;
    const { by, isWhole, names, values } = message;
    const wasHeard = isHeard;
    const now = performance.now();
    isHeard = true;
    if (by !== me) {
      leads = false;
      if (isWhole) wholeAt = now;
      // A request to one keeps all busy: otherwise they would look in turns.
      restAt = Math.max(restAt, now + message.busyMs);
      const dueAt = now + tillLookMs(message.nextMs);
      lookAt = dueAt + spreadMs + spreadMs * Math.random();
      silentAt = dueAt + lateMs;
      learn(names, values);
    } else {
      isAwaited = false;
      // Whether its message comes back is seen at its next look. A timer would wake the process twice a look.
      if (leads) silentAt = Number.POSITIVE_INFINITY;
      if (!wasHeard) learn(names, values);
    }
  }
  /** A process of another release, or with other plugins, may not look at everything that this one needs. */
  function covers({ by, isWhole, names }: PulseMessage): boolean {
    if (!isWhole) return by === me || by === covering.by;
    if (names !== covering.names) {
      const given = new Set(names.split(betweenTexts));
      if (![...probes.keys()].every((name) => given.has(name))) return false;
    }
    covering = { by, names };
    return true;
  }

  function learn(names: string, values: string): void {
    const texts = values.split(betweenTexts);
    let isAnyNew = false;
    for (const [at, name] of names.split(betweenTexts).entries()) {
      if (!probes.has(name)) continue;
      const value = texts[at] ?? '0';
      const isNews = Number(value) === 1 || (Number(value) !== 0 && value !== told.get(name));
      told.set(name, value);
      for (const onValue of readers.get(name) ?? []) onValue(value);
      if (isNews) tell(name);
      isAnyNew ||= isNews;
    }
    if (!isAnyNew) return;
    if (leads) hasten();
    else restAt = performance.now() + restAfterMs;
  }
  const channels = urgent.length > 0 ? [channel, urgentChannel] : [channel];
  const leaves = channels.map((name) => onChannel(subscriber, name, hear));
  const forget = () => {
    whole = undefined;
    partial = undefined;
    covering = { by: '', names: '' };
  };

  return {
    add(name, probe) {
      probes.set(name, probe);
      forget();
      return () => {
        probes.delete(name);
        told.delete(name);
        forget();
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
    stir: hasten,
    numbers: {
      pulse_heard: {
        help: '1 while looks at MySQL are shared through Redis, 0 while this process polls by itself.',
        value: () => Number(isHeard),
      },
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const leave of leaves) leave();
      await looking;
    },
  };
}

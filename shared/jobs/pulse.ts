/**
 * One MySQL query for all processes. The process with a lock in Redis checks, in one statement, whether anything is
 * due or has changed, and publishes the answers through Redis. Without messages, because Redis or MySQL is down,
 * every process polls by itself, so nothing depends on a message.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Log } from '../log/log.ts';
import { onChannel } from '../redis/on-channel.ts';
import { betweenTexts, readMessage, textOf } from './pulse-message.ts';

/**
 * A scalar expression with a few index lookups: 0 or NULL without work, 1 with work. Any other value means work when it
 * differs from the last answer.
 */
export type Probe = RawBuilder<unknown>;

export type News = {
  /** Returns whether recent answers were received; polling can then be slow. */
  isHeard(): boolean;
  /** Calls `onNews` when there is work, and when answers stop. The returned function ends this. */
  follow(onNews: () => void): () => void;
};

type Options<Name extends string> = {
  // biome-ignore lint/suspicious/noExplicitAny: the expressions name their tables, so any database is possible.
  db: Kysely<any>;
  commands: Redis;
  subscriber: Redis;
  log: Log;
  channel: string;
  /** Interval of the shared query. */
  everyMs: number;
  /** The interval after some time without requests and news; default `everyMs`. */
  restMs?: number;
  restAfterMs?: number;
  probes: Record<Name, Probe>;
  /** Probes that are always queried every `everyMs`. */
  urgent?: Name[];
};

type Answers = { answers: string };
type Question = { statement: CompiledQuery<Answers>; names: string };

/** The time without a message after which the leader counts as silent. */
const lateMs = 150;
/** The time limit of a query, which callers set on `db`. */
export const lookMs = 1_500;
const usualRestAfterMs = 30_000;
/** The duration of the lock, longer than `restMs`, so that queries can renew it. */
const lockMs = 5_000;

export class Pulse<Name extends string = string> {
  readonly #options: Required<Omit<Options<Name>, 'probes'>>;
  readonly #me = randomUUID();
  readonly #lock: string;
  readonly #probes: Map<string, Probe>;
  readonly #reported = new Map<string, string>();
  readonly #followers = new Map<string, Set<() => void>>();
  readonly #readers = new Map<string, ((value: string) => void)[]>();
  readonly #leave: () => void;
  #questions: { whole?: Question; urgent?: Question } = {};
  /** The names in the last complete message: a process with another release or other plugins can query less. */
  #covered = { names: '', all: new Set<string>() };
  #isHeard = false;
  #leads = false;
  #isClosed = false;
  #hasFailed = false;
  #renewedAt = 0;
  /** The time of the oldest published message that has not been received. */
  #sentAt: number | undefined;
  #wholeAt = Number.NEGATIVE_INFINITY;
  #restAt: number;
  /** The time of the leader's next query; in other processes, the time at which the leader counts as silent. */
  #dueAt: number;
  #armedFor = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor({ probes, ...options }: Options<Name>) {
    this.#options = { restMs: options.everyMs, restAfterMs: usualRestAfterMs, urgent: [], ...options };
    this.#probes = new Map(Object.entries<Probe>(probes));
    this.#lock = `${options.channel}:leader`;
    this.#leave = onChannel(options.subscriber, options.channel, (text) => this.#receive(text));
    this.#restAt = performance.now() + this.#options.restAfterMs;
    this.#dueAt = performance.now() + options.everyMs * Math.random();
    this.#arm();
  }

  /** Adds a probe, until the returned function is called. */
  add(name: Name, probe: Probe): () => void {
    this.#probes.set(name, probe);
    this.#questions = {};
    return () => {
      this.#probes.delete(name);
      this.#reported.delete(name);
      this.#questions = {};
    };
  }

  news(name: Name): News {
    return {
      isHeard: () => this.#isHeard && this.#probes.has(name) && this.#covered.all.has(name),
      follow: (onNews) => {
        const own = this.#followers.get(name) ?? new Set();
        this.#followers.set(name, own.add(onNews));
        return () => void own.delete(onNews);
      },
    };
  }

  /** Calls `onValue` with each answer of a probe. */
  onValue(name: Name, onValue: (value: string) => void): void {
    this.#readers.set(name, [...(this.#readers.get(name) ?? []), onValue]);
  }

  /** Records a request: queries then run more often for some time, and the first one runs immediately. */
  stir(): void {
    const { everyMs, restAfterMs } = this.#options;
    const now = performance.now();
    this.#restAt = now + restAfterMs;
    if (this.#isClosed || now - this.#wholeAt <= everyMs + lateMs) return;
    if (this.#leads) {
      this.#dueAt = now;
      this.#arm();
    } else if (this.#canLook()) this.#start(true);
  }

  readonly numbers = {
    pulse_heard: {
      help: '1 while processes share MySQL queries through Redis, 0 while this process polls by itself.',
      value: () => Number(this.#isHeard),
    },
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#leave();
    await this.#looking;
    await this.#release();
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#armedFor = this.#dueAt;
    this.#timer = setTimeout(() => this.#pass(), Math.ceil(this.#dueAt - performance.now())).unref();
  }

  /** Handles the only timer. Messages do not postpone it, because each change would wake the process once more. */
  #pass(): void {
    const now = performance.now();
    if (now >= this.#dueAt) {
      this.#dueAt = now + this.#options.everyMs;
      const isLost = this.#sentAt !== undefined && now - this.#sentAt > lateMs;
      this.#leads &&= this.#canLook();
      if (!this.#leads || isLost) this.#fallSilent();
      if (this.#leads) this.#lead(now);
      else if (this.#canLook()) void this.#claim();
    }
    this.#arm();
  }

  /**
   * Returns whether this process can query for all. Without Redis no other process gets the answers, so each process
   * polls by itself.
   */
  #canLook = () => this.#options.commands.status === 'ready' && this.#probes.size > 0;

  #lead(now: number): void {
    const isWhole = now < this.#restAt || this.#hasNoUrgent() || now >= this.#wholeAt + this.#options.restMs - lateMs;
    this.#dueAt = now + this.#untilNextMs();
    this.#start(isWhole);
    if (now - this.#renewedAt > lockMs / 3) void this.#renew(now);
  }

  #hasNoUrgent = () => this.#options.urgent.length === 0;
  #busyMs = () => Math.max(0, Math.round(this.#restAt - performance.now()));
  #untilNextMs = () => (this.#busyMs() > 0 || !this.#hasNoUrgent() ? this.#options.everyMs : this.#options.restMs);

  /** Tries to become the leader. A process without any answers yet queries MySQL even if this fails. */
  async #claim(): Promise<void> {
    const { commands } = this.#options;
    const holder = await commands.set(this.#lock, this.#me, 'PX', lockMs, 'NX', 'GET').catch(() => undefined);
    this.#leads = holder === null || holder === this.#me;
    if (this.#isClosed) return await this.#release();
    if (this.#leads) this.#renewedAt = performance.now();
    if (this.#leads || !this.#covered.names) this.#start(true);
  }

  async #renew(now: number): Promise<void> {
    this.#renewedAt = now;
    const holder = await this.#options.commands.getex(this.#lock, 'PX', lockMs).catch(() => this.#me);
    if (holder === null) await this.#claim();
    else if (holder !== this.#me) this.#leads = false;
  }

  async #release(): Promise<void> {
    if (!this.#leads) return;
    this.#leads = false;
    await this.#options.commands.del(this.#lock).catch(() => {});
  }

  #fallSilent(): void {
    if (!this.#isHeard) return;
    this.#isHeard = false;
    this.#sentAt = undefined;
    for (const name of this.#followers.keys()) this.#notify(name);
  }

  #notify(name: string): void {
    for (const onNews of this.#followers.get(name) ?? []) onNews();
  }

  #start(isWhole: boolean): void {
    const before = this.#looking;
    if (isWhole) this.#wholeAt = performance.now();
    this.#looking = this.#look(isWhole).then(() => before);
  }

  async #look(isWhole: boolean): Promise<void> {
    const { db, commands, channel, log } = this.#options;
    try {
      const { statement, names } = this.#question(isWhole);
      const { rows } = await db.executeQuery(statement);
      this.#hasFailed = false;
      const values = rows[0]?.answers ?? '';
      // This process uses the answers even if publishing fails. While no answers arrive, everything polls.
      if (this.#isHeard && !this.#isClosed) this.#learn(names, values);
      this.#sentAt ??= performance.now();
      const [nextMs, busyMs] = [this.#untilNextMs(), this.#busyMs()];
      const message = textOf({ by: this.#me, nextMs, busyMs, isWhole, names, values });
      await commands.publish(channel, message).catch(() => {});
    } catch (err) {
      if (this.#isClosed) return;
      if (!this.#hasFailed) log.warn({ err }, 'the query for all processes failed; each polls by itself');
      this.#hasFailed = true;
      this.#fallSilent();
      await this.#release();
    }
  }

  #question(isWhole: boolean): Question {
    if (isWhole) return (this.#questions.whole ??= this.#ask([...this.#probes]));
    const isUrgent = ([name]: [string, Probe]) => (this.#options.urgent as string[]).includes(name);
    return (this.#questions.urgent ??= this.#ask([...this.#probes].filter(isUrgent)));
  }

  /** Builds a statement with all answers in one text: separate columns would cost more. */
  #ask(what: [name: string, probe: Probe][]): Question {
    const texts = what.map(([, probe]) => sql`CONVERT(COALESCE((${probe}), 0) USING utf8mb4)`);
    const answers = sql<Answers>`SELECT CONCAT_WS(${sql.lit(betweenTexts)}, ${sql.join(texts)}) AS answers`;
    return { statement: answers.compile(this.#options.db), names: what.map(([name]) => name).join(betweenTexts) };
  }

  #receive(text: string): void {
    const message = readMessage(text);
    // Until the first complete message, this process queries by itself.
    if (this.#isClosed || !message || !(message.isWhole || this.#covered.names)) return;
    const { by, isWhole, names, values, nextMs, busyMs } = message;
    const isOwn = by === this.#me;
    const isKnown = isOwn && this.#isHeard;
    const now = performance.now();
    this.#isHeard = true;
    if (isOwn) this.#sentAt = undefined;
    else {
      if (isWhole) this.#wholeAt = now;
      // A request to one process keeps all busy; otherwise several would query.
      this.#restAt = Math.max(this.#restAt, now + busyMs);
    }
    if (!this.#leads) this.#dueAt = now + nextMs + lateMs;
    else if (!isOwn) this.#dueAt = now + nextMs;
    if (this.#dueAt < this.#armedFor) this.#arm();
    if (isWhole) this.#cover(names);
    if (!isKnown) this.#learn(names, values);
  }

  #cover(names: string): void {
    if (names === this.#covered.names) return;
    const before = this.#covered.all;
    this.#covered = { names, all: new Set(names.split(betweenTexts)) };
    for (const name of before) if (!this.#covered.all.has(name)) this.#notify(name);
  }

  #learn(names: string, values: string): void {
    const texts = values.split(betweenTexts);
    let isAnyNew = false;
    for (const [at, name] of names.split(betweenTexts).entries()) {
      if (!this.#probes.has(name)) continue;
      const value = texts[at] ?? '0';
      const isNews = Number(value) === 1 || (Number(value) !== 0 && value !== this.#reported.get(name));
      this.#reported.set(name, value);
      for (const onValue of this.#readers.get(name) ?? []) onValue(value);
      if (isNews) this.#notify(name);
      isAnyNew ||= isNews;
    }
    if (!isAnyNew) return;
    if (this.#leads) this.stir();
    else this.#restAt = performance.now() + this.#options.restAfterMs;
  }
}

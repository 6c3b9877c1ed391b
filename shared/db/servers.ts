/**
 * The hosts of a MySQL URL, and the one that all pools of this process use. With one host nothing is asked. With
 * several, the first that takes writes is chosen, and another one when it fails, becomes read-only, loses its cluster or
 * group, or opens no more connections.
 */
import { connect as connectSocket, type Socket } from 'node:net';
import type { PoolOptions, RowDataPacket } from 'mysql2';
import { type Connection, createConnection } from 'mysql2/promise';
import { connectMs, hostOptions, hostUrls } from '../config/mysql-url.ts';
import { isAnyOf, isConnectionLost } from '../errors.ts';
import { longWork, sessionSettings } from './session.ts';

/** The part of mysql2's configuration that names the server; it is a copy for each connection. */
type Place = { host?: string | undefined; port?: number | undefined; socketPath?: string | undefined };
type Host = { url: string; place: Place };
type State = 'writable' | 'read-only';
/** `inGroup`: it is a member of a group of MySQLs. */
type Answer = { state: State; inGroup: boolean };

/** The choice is made again after this time while no host takes writes. */
const askAgainMs = 1_000;
/** The same for a member of a group: one that was cut off from the others answers reads, and keeps its switches. */
const askMemberEveryMs = 5_000;

const readOnlySwitches = new Set(['read_only', 'innodb_read_only', 'offline_mode']);
const switchesSql =
  "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'innodb_read_only', 'offline_mode', 'wsrep_on', " +
  "'group_replication_group_name')";

/** Values are texts, because later servers have more than two of them. */
const switchedOn = (rows: RowDataPacket[]) =>
  rows.filter(({ Value }) => Value !== 'OFF' && Value !== '').map(({ Variable_name }) => String(Variable_name));

const membersSql =
  'SELECT MEMBER_STATE AS state, MEMBER_ID = @@server_uuid AS isOwn FROM performance_schema.replication_group_members';
/** ER_TABLEACCESS_DENIED: this account must not see the members of the group. */
const denied = new Set([1142]);

class Servers {
  readonly #hosts: Host[];
  #at = 0;
  /** The host to ask first. */
  #from = 0;
  #state: State | 'unknown';
  #inGroup = false;
  #askedAt = 0;
  #asking: Promise<void> | undefined;

  constructor(hosts: Host[]) {
    this.#hosts = hosts;
    this.#state = hosts.length === 1 ? 'writable' : 'unknown';
  }

  get several(): boolean {
    return this.#hosts.length > 1;
  }

  get #inUse(): Host {
    return this.#hosts[this.#at] as Host;
  }

  uses({ host, port, socketPath }: Place): boolean {
    if (!this.several) return true;
    const { place } = this.#inUse;
    return place.host === host && place.port === port && place.socketPath === socketPath;
  }

  #isAskedWithin(ms: number): boolean {
    return performance.now() - this.#askedAt < ms;
  }

  get #isChosen(): boolean {
    return this.#state === 'writable' || (this.#state === 'read-only' && this.#isAskedWithin(askAgainMs));
  }

  /** Resolves when a host is chosen. @throws the first host's error if none answers */
  async choose(): Promise<void> {
    if (!this.#isChosen) return this.#askOnce();
    if (!this.#inGroup || this.#isAskedWithin(askMemberEveryMs)) return;
    this.#askOnce().catch(() => {
      this.#state = 'unknown';
    });
  }

  #askOnce(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** Asks all hosts at once, so that silent ones cost one time limit together. */
  async #ask(): Promise<void> {
    const count = this.#hosts.length;
    const order = Array.from({ length: count }, (_, n) => (this.#from + n) % count);
    const answers = order.map((at) => answerOf((this.#hosts[at] as Host).url).catch((error: unknown) => ({ error })));
    let readable: [at: number, answer: Answer] | undefined;
    let fault: { error: unknown } | undefined;
    for (const [n, at] of order.entries()) {
      const answer = await (answers[n] as (typeof answers)[number]);
      if ('error' in answer) fault ??= answer;
      else if (answer.state === 'writable') return this.#use(at, answer);
      else readable ??= [at, answer];
    }
    // Reads go on while no host takes writes.
    if (readable === undefined) throw fault?.error;
    this.#use(...readable);
  }

  #use(at: number, { state, inGroup }: Answer): void {
    [this.#at, this.#from, this.#state, this.#inGroup, this.#askedAt] = [at, at, state, inGroup, performance.now()];
  }

  /** The host takes no writes: another one is preferred. */
  leave(place: Place): void {
    if (this.several && this.#state === 'writable' && this.uses(place)) this.#preferNext();
  }

  #preferNext(): void {
    this.#state = 'unknown';
    this.#from = (this.#at + 1) % this.#hosts.length;
  }

  /** The host did not answer: it is asked first whether it is still there. */
  doubt(place: Place = this.#inUse.place): void {
    if (this.several && this.uses(place)) this.#state = 'unknown';
  }

  /** No connection could be opened at the host in use: one that answers refuses them, so another one is preferred. */
  couldNotOpen(error: unknown): void {
    if (isConnectionLost(error)) this.doubt();
    else this.#preferNext();
  }

  /** mysql2 calls this for each connection with its own configuration, of which TLS reads the host. */
  readonly open = ({ config }: { config: Place }): Socket => {
    const { place } = this.#inUse;
    Object.assign(config, place);
    const { host, port, socketPath } = place;
    if (socketPath) return connectSocket(socketPath);
    return connectSocket({ host, port: port as number, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
  };
}

export type { Servers };

/** @throws if the host cannot be used: it is unavailable, or has lost its cluster or group */
async function answerOf(hostUrl: string): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const connecting = createConnection(hostOptions(hostUrl));
  const late = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error('this MySQL host does not answer'), { code: 'ETIMEDOUT' });
    timer = setTimeout(() => reject(error), connectMs);
  });
  try {
    return await Promise.race([connecting.then(askState), late]);
  } finally {
    clearTimeout(timer);
    connecting.then(
      (connection) => connection.destroy(),
      () => {},
    );
  }
}

async function askState(connection: Connection): Promise<Answer> {
  const on = switchedOn((await connection.query<RowDataPacket[]>(switchesSql))[0]);
  if (on.includes('wsrep_on')) {
    const [rows] = await connection.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'wsrep_ready'");
    if (rows[0]?.Value !== 'ON') throw lost('this node has lost its cluster');
  }
  const inGroup = on.includes('group_replication_group_name');
  if (inGroup && !(await isInMajority(connection))) throw lost('this member has lost its group');
  return { state: on.some((name) => readOnlySwitches.has(name)) ? 'read-only' : 'writable', inGroup };
}

/** True if this member of a group, and most of the members it knows, are online; also if it must not say so. */
async function isInMajority(connection: Connection): Promise<boolean> {
  const [members] = await connection.query<RowDataPacket[]>(membersSql).catch((error: unknown) => {
    if (isAnyOf(error, denied)) return [undefined];
    throw error;
  });
  if (!members) return true;
  const online = members.filter(({ state }) => state === 'ONLINE');
  return online.some(({ isOwn }) => isOwn === 1) && 2 * online.length > members.length;
}

const lost = (message: string) => Object.assign(new Error(message), { errno: 1047 });

/** The first question on a new connection: a replica is left before a write reaches it. */
export const readOnlyQuestion = {
  sql: switchesSql,
  isReadOnly: (rows: RowDataPacket[]) => switchedOn(rows).some((name) => readOnlySwitches.has(name)),
};

const known = new Map<string, Servers>();

/** One object for all databases of the same hosts and account, so that they agree. */
export function serversOf(mysqlUrl: string): Servers {
  const urls = hostUrls(mysqlUrl).map((hostUrl) => {
    const url = new URL(hostUrl);
    url.pathname = '';
    return url;
  });
  const key = urls.join(' ');
  const servers = known.get(key) ?? new Servers(urls.map((url) => ({ url: url.href, place: placeOf(url) })));
  known.set(key, servers);
  return servers;
}

const placeOf = (url: URL): Place => ({
  host: decodeURIComponent(url.hostname.replace(/^\[(.*)\]$/, '$1')),
  port: Number(url.port) || 3306,
  socketPath: url.searchParams.get('socketPath') ?? undefined,
});

/** Options of a connection to the host in use, which `choose` has chosen. */
export function connectionOptions(mysqlUrl: string): PoolOptions {
  const servers = serversOf(mysqlUrl);
  const options = hostOptions(hostUrls(mysqlUrl)[0]);
  return servers.several ? { ...options, stream: servers.open } : options;
}

/** Opens a connection outside a pool, to a host that takes writes. */
export async function connect(mysqlUrl: string, options: PoolOptions = {}): Promise<Connection> {
  const servers = serversOf(mysqlUrl);
  const open = async () => {
    const connection = await createConnection({ ...connectionOptions(mysqlUrl), ...options });
    try {
      for (const statement of sessionSettings(longWork)) await connection.query(statement);
      return connection;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  };
  await servers.choose();
  return open().catch(async (error: unknown) => {
    if (!servers.several) throw error;
    servers.couldNotOpen(error);
    await servers.choose();
    return open();
  });
}

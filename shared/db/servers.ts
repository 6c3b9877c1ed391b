/**
 * The hosts of a MySQL URL, and the host that all pools of this process use. With several hosts, the first one that
 * accepts writes is chosen. Another host is chosen if this one fails, becomes read-only, loses its cluster or group, or
 * opens no more connections.
 */
import { connect as connectSocket, type Socket } from 'node:net';
import type { PoolOptions, RowDataPacket } from 'mysql2';
import { type Connection, createConnection } from 'mysql2/promise';
import { connectMs, hostOptions, hostUrls } from '../config/mysql-url.ts';
import { isAnyOf, isConnectionLost } from '../errors.ts';
import { longWork, sessionSettings } from './session.ts';

/** The server's address in mysql2's configuration, which is copied for each connection. */
type Place = { host?: string | undefined; port?: number | undefined; socketPath?: string | undefined };
type Host = { url: string; place: Place };
type State = 'writable' | 'read-only';
/** `inGroup`: the server is a member of a MySQL group. */
type Answer = { state: State; inGroup: boolean };

/** The interval between attempts to choose a host while none accepts writes. */
const recheckMs = 1_000;
/**
 * The interval between checks of a group member: without its group it still answers reads, and its variables do not
 * change.
 */
const askMemberEveryMs = 5_000;

const readOnlySwitches = new Set(['read_only', 'innodb_read_only', 'offline_mode']);
const switchesSql =
  "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'innodb_read_only', 'offline_mode', 'wsrep_on', " +
  "'group_replication_group_name')";

/** Lists the variables that are on. Values are texts, because newer servers have more than two. */
const switchedOn = (rows: RowDataPacket[]) =>
  rows.filter(({ Value }) => Value !== 'OFF' && Value !== '').map(({ Variable_name }) => String(Variable_name));

const membersSql =
  'SELECT MEMBER_STATE AS state, MEMBER_ID = @@server_uuid AS isOwn FROM performance_schema.replication_group_members';
/** ER_TABLEACCESS_DENIED: this account cannot see the group's members. */
const denied = new Set([1142]);

class Servers {
  readonly #hosts: Host[];
  #at = 0;
  /** The host to ask first. */
  #from = 0;
  #state: State | 'unknown';
  #inGroup = false;
  #checkedAt = 0;
  #checking: Promise<void> | undefined;

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

  #isCheckedWithin(ms: number): boolean {
    return performance.now() - this.#checkedAt < ms;
  }

  get #isChosen(): boolean {
    return this.#state === 'writable' || (this.#state === 'read-only' && this.#isCheckedWithin(recheckMs));
  }

  /** Resolves when a host is chosen. @throws the first host's error if none answers */
  async choose(): Promise<void> {
    if (!this.#isChosen) return this.#checkOnce();
    if (!this.#inGroup || this.#isCheckedWithin(askMemberEveryMs)) return;
    this.#checkOnce().catch(() => {
      this.#state = 'unknown';
    });
  }

  #checkOnce(): Promise<void> {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  /** Queries all hosts at once, so that unresponsive hosts cost only one time limit in total. */
  async #check(): Promise<void> {
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
    // Reads continue while no host accepts writes.
    if (readable === undefined) throw fault?.error;
    this.#use(...readable);
  }

  #use(at: number, { state, inGroup }: Answer): void {
    [this.#at, this.#from, this.#state, this.#inGroup, this.#checkedAt] = [at, at, state, inGroup, performance.now()];
  }

  /** Prefers another host, because this one accepts no writes. */
  leave(place: Place): void {
    if (this.several && this.#state === 'writable' && this.uses(place)) this.#preferNext();
  }

  #preferNext(): void {
    this.#state = 'unknown';
    this.#from = (this.#at + 1) % this.#hosts.length;
  }

  /** Checks the host again, because it did not answer. */
  doubt(place: Place = this.#inUse.place): void {
    if (this.several && this.uses(place)) this.#state = 'unknown';
  }

  /** Handles a failed connection to the host in use. If the host answers but refuses, another one is preferred. */
  couldNotOpen(error: unknown): void {
    if (isConnectionLost(error)) this.doubt();
    else this.#preferNext();
  }

  /** Opens a connection's socket for mysql2, and sets the host in its configuration for TLS. */
  readonly open = ({ config }: { config: Place }): Socket => {
    const { place } = this.#inUse;
    Object.assign(config, place);
    const { host, port, socketPath } = place;
    if (socketPath) return connectSocket(socketPath);
    return connectSocket({ host, port: port as number, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
  };
}

export type { Servers };

/** Asks a host for its state. @throws if it is unavailable, or has lost its cluster or group */
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

/** Resolves to whether this group member and most known members are online; true if the account cannot see them. */
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

/** The first query on a new connection, so that no write reaches a replica. */
export const readOnlyQuestion = {
  sql: switchesSql,
  isReadOnly: (rows: RowDataPacket[]) => switchedOn(rows).some((name) => readOnlySwitches.has(name)),
};

const known = new Map<string, Servers>();

/** Returns the object for all databases of the same hosts and account, so that they use the same host. */
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

/** Time limit for a connection to the only host, in ms. Giving up sooner helps nobody: no other host can answer. */
const onlyHostMs = 10_000;

/** Returns the options for a connection to the chosen host. */
export function connectionOptions(mysqlUrl: string): PoolOptions {
  const servers = serversOf(mysqlUrl);
  const options = hostOptions(hostUrls(mysqlUrl)[0]);
  return servers.several ? { ...options, stream: servers.open } : { ...options, connectTimeout: onlyHostMs };
}

/** Opens a connection outside a pool, to a host that accepts writes. */
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

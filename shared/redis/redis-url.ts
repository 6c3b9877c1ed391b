/**
 * The forms of REDIS_URL: one server, a primary behind Sentinels, or a Cluster. Errors never show the URL, which contains
 * a password.
 */
import { Cluster, Redis, type RedisOptions, type SentinelAddress } from 'ioredis';
import { readCa } from '../config/ca-file.ts';
import { escapes, isEscaped } from '../config/escapes.ts';
import { ConfigError } from '../errors.ts';

const schemes = /^(rediss?|unix|rediss?\+sentinel|rediss?\+cluster):\/\/./;
const several =
  /^redis(?<tls>s?)\+(?<kind>sentinel|cluster):\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<hosts>[^@/?#]+)(?:\/(?<name>[^/?#]*)(?:\/(?<db>\d+))?)?(?:\?(?<parameters>[^#]*))?$/;
const oneHost = /^(?<host>\[[0-9A-Fa-f:.]+\]|[^:\s]+)(?::(?<port>\d{1,5}))?$/;
const oneServer = /^rediss?:\/\/(?:[^@/?]*@)?[^@/?]+(?:\/\d*)?(?:\?.*)?$/;
const usualPorts = { sentinel: 26379, cluster: 6379 };

type Kind = keyof typeof usualPorts;
type Several = { kind: Kind; hosts: SentinelAddress[]; name: string; sentinel: RedisOptions; options: RedisOptions };

const refuse = (why: string): never => {
  throw new ConfigError(`REDIS_URL ${why}`);
};

/** Checks a URL. @throws ConfigError with the remedy if the URL has none of the forms */
export function checkRedisUrl(redisUrl: string): void {
  if (!schemes.test(redisUrl)) {
    const scheme = /^[^:/]*/.exec(redisUrl)?.[0] ?? '';
    refuse(`must start with redis://, rediss://, unix:///, redis+sentinel:// or redis+cluster://, not with ${scheme}`);
  }
  if (!isEscaped(redisUrl)) refuse(`must be written ${escapes}`);
  if (!isOneServer(redisUrl)) parseSeveral(redisUrl);
  else if (!redisUrl.startsWith('unix:') && !oneServer.test(redisUrl)) {
    refuse('must be redis://user:password@host:port/db, with a number as db');
  }
}

export function isRedisUrl(text: string): boolean {
  try {
    checkRedisUrl(text);
    return text.startsWith('unix:') || !isOneServer(text) || URL.canParse(text);
  } catch {
    return false;
  }
}

/** Returns whether the URL names a single server, not a Cluster or Sentinels. */
export const isOneServer = (redisUrl: string) => !/^rediss?\+/.test(redisUrl);

function parseSeveral(redisUrl: string): Several {
  const form = 'redis+sentinel://user:password@host:26379,host:26379/primary/db or redis+cluster://host:6379,host:6379';
  const parts = several.exec(redisUrl)?.groups;
  if (!parts) return refuse(`must be ${form}`);
  const { tls, user, password, hosts = '', name = '', db } = parts;
  const kind = parts.kind as Kind;
  const parameters = new URLSearchParams(parts.parameters ?? '');
  if (kind === 'sentinel' && name === '') refuse('must name the primary that the Sentinels watch, as in /primary');
  if (kind === 'cluster' && (name !== '' || db)) refuse('cannot select a database: a Redis Cluster has only one');
  const secure = tls ? { tls: tlsOptions(parameters) } : {};
  return {
    kind,
    hosts: hosts.split(',').map((host) => {
      const found = oneHost.exec(host.trim())?.groups ?? refuse(`must be ${form}`);
      return { host: (found.host as string).replace(/^\[|\]$/g, ''), port: Number(found.port ?? usualPorts[kind]) };
    }),
    name: decode(name),
    sentinel: signIn(parameters.get('sentinel-user') ?? '', parameters.get('sentinel-password') ?? ''),
    options: { ...secure, ...signIn(decode(user), decode(password)), ...(db ? { db: Number(db) } : {}) },
  };
}

const decode = (text = '') => decodeURIComponent(text);

const signIn = (username: string, password: string): RedisOptions => ({
  ...(username === '' ? {} : { username }),
  ...(password === '' ? {} : { password }),
});

function tlsOptions(parameters: URLSearchParams): { ca?: string } {
  const file = parameters.get('ssl-ca');
  return file ? { ca: readCa('REDIS_URL', file) } : {};
}

/** Returns whether a demoted primary refused a write. ioredis then reconnects through the Sentinels. */
const leaveReplica = (error: Error) => error.message.startsWith('READONLY');
/**
 * The number of Sentinels that each connection watches for a failover: one of them can fail together with the primary.
 */
const sentinelsHeard = 2;
const answerWithinMs = 2_000;

/**
 * Opens a connection for any form of REDIS_URL. A Cluster has the type `Redis`, because it has all methods that are used;
 * see `isCluster`, `primariesOf` and `sharedSlot`. @throws ConfigError
 */
export function connectTo(redisUrl: string, options: RedisOptions): Redis {
  checkRedisUrl(redisUrl);
  if (redisUrl.startsWith('unix://')) return new Redis({ ...options, path: redisUrl.slice('unix://'.length) });
  const given: RedisOptions = { keepAlive: 10_000, ...options };
  if (isOneServer(redisUrl)) return connectToOne(redisUrl, given);
  const { kind, hosts, name, sentinel, options: fromUrl } = parseSeveral(redisUrl);
  if (kind === 'cluster') return connectToCluster(hosts, { ...given, ...fromUrl });
  return new Redis({
    ...given,
    ...fromUrl,
    name,
    sentinels: hosts,
    failoverDetector: true,
    sentinelMaxConnections: sentinelsHeard,
    sentinelCommandTimeout: answerWithinMs,
    connectTimeout: given.connectTimeout ?? answerWithinMs,
    reconnectOnError: leaveReplica,
    ...(given.retryStrategy ? { sentinelRetryStrategy: given.retryStrategy } : {}),
    ...(sentinel.username ? { sentinelUsername: sentinel.username } : {}),
    ...(sentinel.password ? { sentinelPassword: sentinel.password } : {}),
    ...(fromUrl.tls ? { enableTLSForSentinelMode: true, sentinelTLS: fromUrl.tls } : {}),
  });
}

function connectToOne(redisUrl: string, options: RedisOptions): Redis {
  const [address = '', query] = redisUrl.split('?');
  if (!query?.includes('ssl-ca=')) return new Redis(redisUrl, options);
  const parameters = new URLSearchParams(query);
  const tls = tlsOptions(parameters);
  parameters.delete('ssl-ca');
  return new Redis(parameters.size > 0 ? `${address}?${parameters}` : address, { ...options, tls });
}

function connectToCluster(nodes: SentinelAddress[], options: RedisOptions): Redis {
  const { retryStrategy, enableOfflineQueue = true, lazyConnect = false, ...redisOptions } = options;
  const cluster = new Cluster(nodes, {
    enableOfflineQueue,
    lazyConnect,
    redisOptions,
    slotsRefreshTimeout: answerWithinMs,
    ...(retryStrategy ? { clusterRetryStrategy: retryStrategy } : {}),
    // Certificates contain host names, which the nodes report as configured.
    ...(options.tls ? { dnsLookup: (address, done) => done(null, address) } : {}),
  });
  return cluster as unknown as Redis;
}

/** Returns the servers with the keys: one, or the primaries of a Cluster. */
export const primariesOf = (redis: Redis): Redis[] =>
  redis.isCluster ? (redis as unknown as Cluster).nodes('master') : [redis];

/** Returns the key prefix for keys that a command, script or pipeline uses together: in a Cluster they share a slot. */
export const sharedSlot = (redis: Redis, redisPrefix: string, name: string): string =>
  redis.isCluster ? `{${redisPrefix}:${name}}` : `${redisPrefix}:${name}`;

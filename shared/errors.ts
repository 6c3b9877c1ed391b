/**
 * Errors with a code, which handlers throw, and checks that recognise a store's failure, for both services. Each
 * service has its own table from codes to HTTP statuses.
 */
export type ApiErrorOptions = { details?: unknown; cause?: unknown; headers?: Record<string, string> };

/** `code` is a stable part of the interface; `message` is for people; `cause` is logged but never sent. */
export class ApiError<Code extends string = string> extends Error {
  override name = 'ApiError';
  readonly code: Code;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(code: Code, message: string, { details, cause, headers = {} }: ApiErrorOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** An error for invalid settings, with a message for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Codes of faults that the HTTP kit itself finds in a request; every service's table has a row for each of them. */
export type KitErrorCode =
  | 'bad_request'
  | 'length_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'internal_error'
  | 'unavailable';

/** Creates a 503 with `Retry-After`: the server is busy or a store is unavailable. */
export const unavailable = (
  message: string,
  { cause, afterSeconds = 5 }: { cause?: unknown; afterSeconds?: number } = {},
) => new ApiError<KitErrorCode>('unavailable', message, { cause, headers: { 'Retry-After': String(afterSeconds) } });

/** Codes of Waypost's own time limits on MySQL and Redis. */
export type StoreFaultCode =
  | 'QUERY_DEADLINE'
  | 'COMMIT_UNKNOWN'
  | 'CONNECTION_CUT'
  | 'POOL_WAIT'
  | 'POOL_FULL'
  | 'REDIS_WAIT';

/** An error for a store that did not answer in time; the caller can retry. */
export class StoreFault extends Error {
  override name = 'StoreFault';
  readonly code: StoreFaultCode;

  constructor(code: StoreFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

const connectionFaults = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'POOL_CLOSED',
]);

/** Error numbers of MySQL and MariaDB. Some have a name on only one of them. */
const conflicts = new Set([
  1020, // ER_CHECKREAD: the row changed since it was read
  1205, // ER_LOCK_WAIT_TIMEOUT
  1213, // ER_LOCK_DEADLOCK, on Galera also a conflict found at COMMIT
  3101, // ER_TRANSACTION_ROLLBACK_DURING_COMMIT: a conflict of Group Replication
]);

/** Errors of a server that cannot run the statement now: it is read-only, shutting down, or without its cluster. */
const movedAway = new Set([
  1047, // ER_UNKNOWN_COM_ERROR: a Galera node without its cluster
  1053, // ER_SERVER_SHUTDOWN
  1077, // ER_NORMAL_SHUTDOWN
  1290, // ER_OPTION_PREVENTS_STATEMENT: --read-only
  1792, // ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION
  1836, // ER_READ_ONLY_MODE
  3032, // ER_SERVER_OFFLINE_MODE
  3100, // ER_RUN_HOOK_ERROR: Group Replication could not start the commit
]);

/** Errors for a full disk; some servers report another number with the system's message. */
const diskFaults = new Set([
  1021, // ER_DISK_FULL
  1114, // ER_RECORD_FILE_FULL
]);
const noSpace = /no space left on device/i;

/** Errors for a statement that exceeded its time limit. */
const timeFaults = new Set([
  1969, // ER_STATEMENT_TIMEOUT
  3024, // ER_QUERY_TIMEOUT
]);

/** Errors that report a reached connection limit of the server or of an account. */
const connectionLimits = new Set([
  1040, // ER_CON_COUNT_ERROR
  1203, // ER_TOO_MANY_USER_CONNECTIONS
  1226, // ER_USER_LIMIT_REACHED
]);

const otherFaults = new Set([
  ...diskFaults,
  ...timeFaults,
  ...connectionLimits,
  1037, // ER_OUTOFMEMORY
  1041, // ER_OUT_OF_RESOURCES
  1129, // ER_HOST_IS_BLOCKED
  1158, // ER_NET_READ_ERROR, and the three after it
  1159,
  1160,
  1161,
  1180, // ER_ERROR_DURING_COMMIT
  1317, // ER_QUERY_INTERRUPTED
  1467, // ER_AUTOINC_READ_FAILED
  1927, // ER_CONNECTION_KILLED
  2006, // CR_SERVER_GONE_ERROR
  2013, // CR_SERVER_LOST
  4031, // ER_CLIENT_INTERACTION_TIMEOUT
]);

export const isAnyOf = (error: unknown, numbers: Set<number>) =>
  error instanceof Error && numbers.has((error as NodeJS.ErrnoException).errno ?? 0);

/** Returns whether a deadlock ended the transaction at its COMMIT, which InnoDB reports as error 149. */
const isConflictAtCommit = (error: unknown) =>
  isAnyOf(error, new Set([1180])) && /error 149\b/.test((error as Error).message);

/** Returns whether a transaction lost a conflict; an immediate retry can succeed. */
export const isConflict = (error: unknown) => isAnyOf(error, conflicts) || isConflictAtCommit(error);

export const isLockTimeout = (error: unknown) => isAnyOf(error, new Set([1205]));

/** Returns whether this connection is useless, although a new one to the same address can reach another server. */
export const isMovedAway = (error: unknown) => isAnyOf(error, movedAway);

/** Returns whether an error means that the server's connection limit is reached. */
export const isConnectionLimit = (error: unknown) => isAnyOf(error, connectionLimits);

/** Returns whether a UNIX socket is missing; a missing file has the same code. */
const isSocketMissing = ({ code, syscall }: NodeJS.ErrnoException) => code === 'ENOENT' && syscall === 'connect';

/** Returns whether the connection ended or was never established. */
export const isConnectionLost = (error: unknown) =>
  error instanceof Error &&
  (isSocketMissing(error) ||
    connectionFaults.has((error as NodeJS.ErrnoException).code ?? '') ||
    isAnyOf(error, new Set([1927, 2006, 2013, 4031])) ||
    error.message.includes('closed state'));

/** Returns whether the outcome of a failed COMMIT is unknown. */
export const isUndecidedCommit = (error: unknown) =>
  !isConflict(error) &&
  (isConnectionLost(error) || error instanceof StoreFault || isAnyOf(error, otherFaults) || isAnyOf(error, undecided));
/** Errors of a node that loses its cluster or shuts down during a commit. */
const undecided = new Set([1047, 1053, 1077]);

/** Errors that Redis returns while it loads, fails over or is full. */
const redisFaults = /^(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|NOREPLICAS|MISCONF|OOM|TRYAGAIN|MOVED|ASK)\b/;
const redisAway = /Connection is closed|max retries per request|Command timed out|isn't writeable/;

export const isDiskFull = (error: unknown) =>
  isAnyOf(error, diskFaults) || (error instanceof Error && noSpace.test(error.message));

export const isOutOfTime = (error: unknown) =>
  isAnyOf(error, timeFaults) || (error instanceof StoreFault && error.code === 'QUERY_DEADLINE');

/** Returns whether MySQL or Redis cannot serve the request now, so that a later retry can succeed. */
export function isStoreDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof StoreFault || isConnectionLost(error)) return true;
  if (isConflict(error) || isMovedAway(error) || isAnyOf(error, otherFaults) || isDiskFull(error)) return true;
  return redisFaults.test(error.message) || redisAway.test(error.message);
}

/**
 * Entry points of commands. Errors become one clear line for the operator, without a stack trace. This file imports
 * nothing expensive, so `--help` is fast.
 */
import { ConfigError, isConnectionLost } from '../errors.ts';
import { messageOf } from '../log/log-error.ts';
import { endWithReader } from './end-with-reader.ts';

/** Runs an entry. An error is written to stderr as a sentence, and the process exits with 1. */
export function runEntry(name: string, entry: () => Promise<void>): void {
  endWithReader();
  entry().catch((error: unknown) => {
    process.stderr.write(`${name}: ${explain(error)}\n`);
    process.exit(1);
  });
}

/** Describes an error in a sentence. It contains host names and IP addresses; drivers do not report passwords. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  const where = address ? ` at ${address}${port ? `:${port}` : ''}` : '';
  if (isConnectionLost(error)) {
    return `MySQL or Redis is not reachable${where} (${code ?? error.message}); is it running, and are MYSQL_URL and REDIS_URL correct?`;
  }
  if (code === 'ER_BAD_DB_ERROR' || code === 'ER_DBACCESS_DENIED_ERROR') {
    return `${error.message}; create the database (CREATE DATABASE …) and grant access to it, or correct MYSQL_URL, PEOPLE_DATABASE or PEOPLE_URL`;
  }
  return messageOf(error) || String(code ?? error);
}

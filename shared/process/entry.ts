/**
 * Runs an entry point: a fault that the operator can fix becomes one clear line, not a stack trace. Imports nothing
 * expensive, so that `--help` shows at once.
 */
import { ConfigError, isConnectionLost } from '../errors.ts';
import { messageOf } from '../log/log-error.ts';
import { endWithReader } from './end-with-reader.ts';

/** Runs an entry; an error is written to stderr as a sentence and ends the process with 1. */
export function runEntry(name: string, entry: () => Promise<void>): void {
  endWithReader();
  entry().catch((error: unknown) => {
    process.stderr.write(`${name}: ${explain(error)}\n`);
    process.exit(1);
  });
}

/** A fault in words. Addresses are kept; drivers do not report passwords. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError) return error.message;
  const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  const where = address ? ` at ${address}${port ? `:${port}` : ''}` : '';
  if (isConnectionLost(error)) {
    return `MySQL or Redis cannot be reached${where} (${code ?? error.message}); is it running, and are MYSQL_URL and REDIS_URL right?`;
  }
  if (code === 'ER_BAD_DB_ERROR' || code === 'ER_DBACCESS_DENIED_ERROR') {
    return `${error.message}; make the database (CREATE DATABASE …) and grant it, or correct MYSQL_URL, PEOPLE_DATABASE or PEOPLE_URL`;
  }
  return messageOf(error) || String(code ?? error);
}

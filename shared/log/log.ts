/**
 * Structured logs, with one JSON object per line on stdout or another destination. Secrets and personal data are removed
 * from each line: fields by name, errors except for harmless parts, then the whole line.
 */
import path from 'node:path';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { cut, describeError, messageOf } from './log-error.ts';
import { openLogFile } from './log-file.ts';
import { withoutPersonalData } from './personal-data.ts';
import { thinOutages } from './thin-outages.ts';

export type Log = Logger;

const secrets = [
  'authorization',
  'cookie',
  'password',
  'token',
  'key',
  'apiKey',
  'api_key',
  'email',
  'recipient',
  'ip',
];

/** The maximum length of a line. pm2 cuts lines at 64 KiB, even within a character or the JSON. */
const longestLine = 60 * 1_024;
const longestText = 4_000;

/**
 * Creates a logger with the process's name in its lines. `level` as in pino, or `silent`; `to` is a stream, a log
 * directory, or '' for stdout.
 */
export function createLog(name: string, level: string, to: DestinationStream | string = ''): Log {
  const { logMethod: thin } = thinOutages();
  const options: LoggerOptions = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: { err: (err) => describeError(err) },
    hooks: {
      logMethod(args, method, level) {
        thin.call(this, withMessage(args) as typeof args, method, level);
      },
      streamWrite: toSafeLine,
    },
  };
  if (to === '') return pino(options);
  return pino(options, typeof to === 'string' ? openLogFile(path.join(to, `${name}.log`)) : to);
}

/** Adds an error's safe message if there is none, because pino would log the original one. */
function withMessage(args: readonly unknown[]): readonly unknown[] {
  const [first, message, ...rest] = args;
  const err = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err;
  if (!(err instanceof Error)) return args;
  return [first instanceof Error ? { err } : first, message ?? messageOf(err), ...rest];
}

/** Removes secrets and personal data from a line. */
function toSafeLine(line: string): string {
  const fields = mapTexts(JSON.parse(line), (text) => withoutPersonalData(cut(text, longestText))) as Fields;
  const safe = `${JSON.stringify(fields)}\n`;
  return Buffer.byteLength(safe) <= longestLine ? safe : shorten(fields, Buffer.byteLength(line));
}

type Fields = Record<string, unknown> & { err?: Record<string, unknown> };

/** Keeps only the fields that locate the error, and the number of missing bytes. */
function shorten({ level, time, name, requestId, msg, err }: Fields, cutBytes: number): string {
  const { type, code, message, stack } = err ?? {};
  const shown = err && { type, code, message, stack };
  return `${JSON.stringify({ level, time, name, requestId, err: shown, cutBytes, msg })}\n`;
}

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inside]) => [change(field), mapTexts(inside, change)]));
};

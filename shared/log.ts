/** Structured logs, one JSON object a line on stdout or in a file, with secrets removed before they are written. */
import path from 'node:path';
import { type Logger, pino } from 'pino';
import { openLogFile } from './log-file.ts';

export type Log = Logger;

const secrets = ['authorization', 'cookie', 'password', 'token', 'key', 'apiKey', 'api_key'];

/** Removes `api_key` and other secrets that travel in a query string. */
const redactUrl = (url: string) => url.replace(/([?&](?:api_key|key|token|password)(?:=|%3D))[^&#]*/gi, '$1[redacted]');

/** A logger whose lines carry the process's name; `level` as pino's, or `silent`; `directory` '' means stdout. */
export const createLog = (name: string, level: string, directory = ''): Log => {
  const options = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: { url: redactUrl, err: pino.stdSerializers.errWithCause },
  };
  return directory ? pino(options, openLogFile(path.join(directory, `${name}.log`))) : pino(options);
};

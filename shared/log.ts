/** Structured logs, one JSON object a line on stdout, with secrets removed before they are written. */
import { type Logger, pino } from 'pino';
import { thinOutages } from './thin-outages.ts';

export type Log = Logger;

const secrets = ['authorization', 'cookie', 'password', 'token', 'key', 'apiKey', 'api_key'];

/** Removes `api_key` and other secrets that travel in a query string. */
const redactUrl = (url: string) => url.replace(/([?&](?:api_key|key|token|password)(?:=|%3D))[^&#]*/gi, '$1[redacted]');

/** A logger whose lines carry the process's name; `level` as pino's, or `silent`. */
export const createLog = (name: string, level: string): Log =>
  pino({
    name,
    level,
    hooks: thinOutages(),
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: { url: redactUrl, err: pino.stdSerializers.errWithCause },
  });

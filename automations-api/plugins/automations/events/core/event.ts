/** Custom events: what other systems report about a contact, such as `order.paid`. Pure. */
import { unprocessable } from '../../core/errors.ts';

/** The maximum size of an event's data as JSON, in bytes. */
const longestData = 4_096;
/** The maximum nesting depth that all supported databases can read. */
const deepest = 20;
const aheadMs = 5 * 60_000;

/** A custom event to record. `data` is JSON. */
export type NewEvent = { name: string; at: Date; data: string };

type Given = { name?: unknown; at?: unknown; data?: unknown };

/** Reads a custom event. `now` is its time by default. @throws unprocessable_entity */
export function readEvent({ name, at, data = {} }: Given, now: Date): NewEvent {
  return { name: readEventName('name', name), at: readAt(at, now), data: readData(data) };
}

/** Reads the name of an event. Errors name the `parameter`. @throws unprocessable_entity */
export function readEventName(parameter: string, given: unknown): string {
  const name = typeof given === 'string' ? given.trim().toLowerCase() : '';
  if (/^[a-z0-9][a-z0-9_.-]{0,59}$/.test(name)) return name;
  throw unprocessable(`${parameter} must be 1 to 60 letters, digits, _, . and -, such as order.paid`);
}

/** Reads a time to the second. A time without a zone is in UTC. */
function readAt(given: unknown, now: Date): Date {
  if (given === undefined || given === null || given === '') return toSecond(now);
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/.exec(String(given)) ?? [];
  const at = new Date(`${day}T${time}${zone ?? 'Z'}`);
  if (day === undefined || Number.isNaN(at.getTime())) {
    throw unprocessable('at must be a time, as yyyy-mm-dd hh:mm:ss in UTC, or as in ISO 8601');
  }
  if (at.getTime() < 0 || at.getTime() > now.getTime() + aheadMs) throw unprocessable('at must be in the past');
  return toSecond(at);
}

const toSecond = (date: Date) => new Date(Math.floor(date.getTime() / 1_000) * 1_000);

function readData(given: unknown): string {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw unprocessable('data must be an object');
  if (isDeeper(given, deepest)) throw unprocessable(`data must have at most ${deepest} levels`);
  const text = wellFormed(JSON.stringify(given));
  if (Buffer.byteLength(text) > longestData) throw unprocessable(`data must be at most ${longestData} bytes as JSON`);
  return text;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)));

/** Replaces unpaired surrogates, which MySQL refuses. JSON.stringify escapes only these as \ud…. */
const wellFormed = (json: string) =>
  json.replace(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (found, half) => (half === undefined ? found : '\ufffd'));

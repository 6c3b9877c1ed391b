/**
 * The bytes of a link's rules and variants in the slug map, compiled when a link is loaded. Little-endian. Destinations are
 * numbers of rare entries.
 *
 * Rules, each:     0 u16 length of all   2 u16 end of the conditions   4 u16 destination; 0: variants follow the conditions
 *                  6 conditions, variants
 * Condition:       0 u8 kind   1 u16 length   3 its values
 *   texts          language, system, browser, referrer: each u8 length, Latin-1
 *   query          for each parameter u16 length of all, u8 1 for any value; then its name and values, each u16 length, UTF-8
 *   device         u8 a bit for each device
 *   country        each u16
 *   network        each u8 fixed bits, 16 bytes
 *   time           f64 from, f64 to; in ms
 *   hours          u8 days, u16 from, u16 to; in minutes; the zone, Latin-1
 * Variants, each:  0 u16 destination   2 u8 weight   3 u32, u32 hash of the name   11 u8 length, name, UTF-8
 */
import { createHash } from 'node:crypto';
import { countryCode } from '../../clicks/core/dimensions.ts';
import { type Rule, type Terms, termsOf, type Variant } from './conditions.ts';

/** Kinds of conditions. They are tested in this order, from the cheapest to the most costly. */
export const Kind = {
  time: 1,
  query: 2,
  hours: 3,
  language: 4,
  referrer: 5,
  device: 6,
  os: 7,
  browser: 8,
  ip: 9,
  country: 10,
} as const;

const u8 = (value: number) => Buffer.of(value);
const u16 = (value: number) => Buffer.of(value & 255, value >>> 8);
const f64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
};
const text = (value: string, encoding: BufferEncoding = 'latin1') => Buffer.from(value, encoding);
const short = (value: Buffer) => Buffer.concat([u8(value.length), value]);
const long = (value: Buffer) => Buffer.concat([u16(value.length), value]);
const texts = (values: string[]) => Buffer.concat(values.map((value) => short(text(value))));

function parameter([name, values]: NonNullable<Terms['query']>[number]): Buffer {
  const all = [name, ...(values ?? [])].map((value) => long(text(value, 'utf8')));
  const bytes = Buffer.concat([u8(values ? 0 : 1), ...all]);
  return Buffer.concat([u16(bytes.length + 2), bytes]);
}

const encoders: { [name in keyof Required<Terms>]: (given: Required<Terms>[name]) => Buffer } = {
  time: ({ from, to }) => Buffer.concat([f64(from), f64(to)]),
  query: (parameters) => Buffer.concat(parameters.map(parameter)),
  hours: ({ days, from, to, timezone }) => Buffer.concat([u8(days), u16(from), u16(to), text(timezone)]),
  language: texts,
  referrer: texts,
  device: (given) => u8(given.reduce((sum, device) => sum | (1 << device), 0)),
  os: texts,
  browser: texts,
  ip: (networks) => Buffer.concat(networks.flatMap(({ address, bits }) => [u8(bits), address])),
  country: (codes) => Buffer.concat(codes.map((code) => u16(countryCode(code)))),
};

function conditions(terms: Terms): Buffer {
  const names = (Object.keys(Kind) as (keyof typeof Kind)[]).filter((name) => terms[name] !== undefined);
  return Buffer.concat(
    names.flatMap((name) => [u8(Kind[name]), long((encoders[name] as (given: unknown) => Buffer)(terms[name]))]),
  );
}

/** A function that returns the number of a destination. */
type ToNumber = (url: string) => number;

const variant = ({ url, weight, name }: Variant, toNumber: ToNumber) => {
  const hash = createHash('sha256').update(name).digest().subarray(0, 8);
  return Buffer.concat([u16(toNumber(url)), u8(weight), hash, short(text(name, 'utf8'))]);
};

export const encodeVariants = (variants: Variant[], toNumber: ToNumber): Buffer =>
  Buffer.concat(variants.map((one) => variant(one, toNumber)));

function rule({ when, url, variants = [] }: Rule, toNumber: ToNumber): Buffer {
  const tested = conditions(termsOf(when));
  const rest = Buffer.concat([
    u16(url ? toNumber(url) : 0),
    tested,
    url ? text('') : encodeVariants(variants, toNumber),
  ]);
  return Buffer.concat([u16(rest.length + 4), u16(tested.length + 6), rest]);
}

export const encodeRules = (rules: Rule[], toNumber: ToNumber): Buffer =>
  Buffer.concat(rules.map((one) => rule(one, toNumber)));

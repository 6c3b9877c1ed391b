/**
 * The fields of a link that its body sets and its row stores, one entry each. Bodies, answers, columns, versions, plan
 * gates and destination checks are derived from this list. It leaves out domain and tags, which are not only in the
 * row; the password, which is never shown; and slug and archived state, which have their own rules.
 */
import Type, { type Static, type TInteger, type TSchema, type TString } from 'typebox';
import type { PlanName } from '../../../shared/config/config.ts';
import { links as limits, longestUrl } from '../../../shared/limits-of-fields.ts';
import { addFormat } from '../../../shared/validate.ts';
import type { Destination } from '../../api/context.ts';
import { isHttpUrl, isUrl, nullable, utcTime } from '../../api/schemas.ts';
import {
  destinationsOfRules,
  destinationsOfVariants,
  Rules,
  shownRules,
  shownVariants,
  toStoredRules,
  toStoredVariants,
  Variants,
} from './rules.ts';

/** Accepts schemes other than http and https too. The safety check decides on them. */
addFormat('destination', (text) => (/^https?:/i.test(text) ? isHttpUrl(text) : isUrl(text)));

type Extras = {
  /** The lowest plan that can set the field. */
  plan?: PlanName;
};
/** The published parts of a field's schema. `example` is shown in the API description. */
type Simple<Given> = Extras & { description?: string; example: Given };

const withExample = <S extends TSchema>(schema: S, example: unknown): S => ({ ...schema, examples: [example] });

export const orNone = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));

type Kept<Column, S extends TSchema, Answer extends TSchema, Row> = Extras & {
  column: Column;
  schema: S;
  answer: Answer;
  /** Returns null if the value means none. */
  toRow: (given: Static<S>) => Row | null;
  fromRow: (stored: Row) => Static<Answer>;
};

/** Defines an optional field. Its column is NULL if it is not set. */
const optional = <const Column extends string, S extends TSchema, Answer extends TSchema, Row>({
  schema,
  answer,
  fromRow,
  ...kept
}: Kept<Column, S, Answer, Row>) => ({
  ...kept,
  ...{ input: orNone(schema), answer: nullable(answer), unset: null },
  fromRow: (stored: Row | null) => (stored === null ? null : fromRow(stored)),
});

const text = <const Column extends string>(
  column: Column,
  schema: TString,
  { description, example, ...extras }: Simple<string>,
) =>
  optional({
    ...{ column, ...extras, schema: withExample(schema, example) },
    answer: Type.String({ description, examples: [example] }),
    toRow: (given: string): string => given,
    fromRow: (stored: string) => stored,
  });

const count = <const Column extends string>(
  column: Column,
  schema: TInteger,
  { description, example, ...extras }: Simple<number>,
) =>
  optional({
    ...{ column, ...extras, schema: withExample(schema, example) },
    answer: Type.Integer({ description, examples: [example] }),
    toRow: (given: number): number => given,
    fromRow: (stored: number) => stored,
  });

const time = <const Column extends string>(column: Column, schema: TString, { example, ...extras }: Simple<string>) =>
  optional({
    ...{ column, ...extras, schema: withExample(schema, example) },
    answer: Type.String({ format: 'date-time', examples: [example] }),
    toRow: (given: string) => new Date(given),
    fromRow: (stored: Date) => stored.toISOString(),
  });

/** Defines a field that is stored as JSON text. */
const json = <const Column extends string, S extends TSchema, Answer extends TSchema>(
  column: Column,
  schema: S,
  answer: Answer,
  { toStored = (given) => given, ...extras }: { toStored?: (given: Static<S>) => object | null } & Extras,
) =>
  optional({
    ...{ column, schema, answer, ...extras },
    toRow: (given: Static<S>): string | null => {
      const stored = toStored(given);
      return stored && JSON.stringify(stored);
    },
    fromRow: (stored: string): Static<Answer> => JSON.parse(stored),
  });

const urlText = (description: string) =>
  Type.String({ minLength: 1, maxLength: longestUrl, format: 'destination', description });
const webUrl = () => urlText('an http or https URL');
const appUrl = () => urlText("a URL, or an app's own scheme");
const redirectsThere = { destinations: (url: string, field: string): Destination[] => [{ field, url }] };
const opensApp = { destinations: (url: string, field: string): Destination[] => [{ field, url, kind: 'app' }] };

const utmText = () => Type.String({ maxLength: limits.utm });
const closed = { additionalProperties: false };

export const Utm = Type.Object(
  {
    source: Type.Optional(utmText()),
    medium: Type.Optional(utmText()),
    campaign: Type.Optional(utmText()),
    term: Type.Optional(utmText()),
    content: Type.Optional(utmText()),
  },
  { ...closed, examples: [{ source: 'newsletter', medium: 'email' }] },
);

const exampleGeo = [{ DE: 'https://example.de/launch' }];
const examplePreview = [
  {
    title: 'The launch is here',
    description: 'See what is new this spring.',
    imageUrl: 'https://example.com/launch.png',
  },
];

const country = Type.String({ pattern: '^[A-Z]{2}$' });
export const Geo = Type.Record(country, webUrl(), {
  ...closed,
  description: "a country's two capital letters, such as DE; the value is the destination there",
  examples: exampleGeo,
});
export const Countries = Type.Record(country, Type.String(), {
  description: 'Destination by country.',
  examples: exampleGeo,
});

/** The preview in a body. `null` clears a single field or the whole preview. */
export const PreviewInput = Type.Object(
  {
    title: orNone(Type.String({ maxLength: limits.preview.title })),
    description: orNone(Type.String({ maxLength: limits.preview.description })),
    imageUrl: orNone(webUrl()),
  },
  { ...closed, description: 'preview of the link in posts', examples: examplePreview },
);

/** The preview of a link that chats and social networks show. */
export const Preview = Type.Object(
  { title: nullable(Type.String()), description: nullable(Type.String()), imageUrl: nullable(Type.String()) },
  { ...closed, examples: examplePreview },
);

const storedPreview = ({ title, description, imageUrl }: Static<typeof PreviewInput>) =>
  title || description || imageUrl
    ? { title: title || null, description: description || null, imageUrl: imageUrl || null }
    : null;

export const exampleExternalId = 'campaign-2030/launch';
export const externalId = Type.String({
  minLength: 1,
  maxLength: limits.externalId,
  description: 'your own id of the link, unique in the workspace',
  examples: [exampleExternalId],
});
const redirectType = Type.Enum([301, 302], { examples: [302] });

/** The fields, in the order of the answer. */
export const linkFields = {
  url: {
    column: 'url' as const,
    input: withExample(webUrl(), 'https://example.com/products/launch'),
    unset: '',
    answer: Type.String({ description: 'Destination.', examples: ['https://example.com/products/launch'] }),
    toRow: (given: string) => given,
    fromRow: (stored: string) => stored,
    ...redirectsThere,
  },
  title: text('title', Type.String({ maxLength: limits.title }), { example: 'Launch page' }),
  externalId: optional({
    column: 'external_id',
    schema: externalId,
    answer: Type.String({ description: 'Your own id of the link.', examples: [exampleExternalId] }),
    toRow: (given: string) => Buffer.from(given),
    fromRow: (stored: Buffer) => stored.toString(),
  }),
  expiresAt: time('expires_at', utcTime(), { plan: 'pro', example: '2030-01-31T09:00:00Z' }),
  expiredUrl: {
    ...text('expired_url', webUrl(), {
      description: 'Destination after the link has expired.',
      plan: 'pro',
      example: 'https://example.com/over',
    }),
    ...redirectsThere,
  },
  redirectType: {
    column: 'redirect_type' as const,
    input: orNone(redirectType),
    unset: 302,
    answer: redirectType,
    toRow: (given: number) => given,
    fromRow: (stored: number): 301 | 302 => (stored === 301 ? 301 : 302),
  },
  iosUrl: {
    ...text('ios_url', appUrl(), {
      description: 'Destination on iPhones and iPads.',
      plan: 'team',
      example: 'https://example.com/ios',
    }),
    ...opensApp,
  },
  androidUrl: {
    ...text('android_url', appUrl(), {
      description: 'Destination on Android.',
      plan: 'team',
      example: 'https://example.com/android',
    }),
    ...opensApp,
  },
  geo: {
    ...json('geo', Geo, Countries, { plan: 'pro' }),
    destinations: (geo: Record<string, string>, name: string): Destination[] =>
      Object.entries(geo).map(([code, url]) => ({ field: `${name}.${code}`, url })),
  },
  rules: {
    ...json('rules', Rules, shownRules, { plan: 'pro', toStored: toStoredRules }),
    destinations: destinationsOfRules,
  },
  variants: {
    ...json('variants', Variants, shownVariants, { plan: 'pro', toStored: toStoredVariants }),
    destinations: destinationsOfVariants,
  },
  utm: json('utm', Utm, Utm, {
    toStored: (utm) => (Object.keys(utm).length === 0 ? null : utm),
  }),
  startsAt: time(
    'starts_at',
    Type.String({
      format: 'utc-date-time',
      description: 'a time in UTC such as 2030-01-01T09:00:00Z at which the link starts; Pro and up',
    }),
    { plan: 'pro', example: '2026-12-01T09:00:00Z' },
  ),
  notStartedUrl: {
    ...text('not_started_url', webUrl(), {
      description: 'Destination before startsAt.',
      plan: 'pro',
      example: 'https://example.com/soon',
    }),
    ...redirectsThere,
  },
  maxClicks: count(
    'max_clicks',
    Type.Integer({
      minimum: 1,
      maximum: limits.maxClicks,
      description: 'number of clicks after which the link expires; Pro and up',
    }),
    { description: 'Clicks after which the link is expired.', plan: 'pro', example: 5_000 },
  ),
  note: text('note', Type.String({ maxLength: limits.note, description: 'for members; visitors never see it' }), {
    description: 'Visitors never see it.',
    example: 'Printed on the spring flyers',
  }),
  preview: {
    ...json('preview', PreviewInput, Preview, {
      toStored: storedPreview,
    }),
    destinations: ({ imageUrl }: { imageUrl?: string | null }, name: string): Destination[] =>
      imageUrl ? [{ field: `${name}.imageUrl`, url: imageUrl, kind: 'image' }] : [],
  },
  importedClicks: count(
    'imported_clicks',
    Type.Integer({
      minimum: 0,
      maximum: limits.importedClicks,
      description: 'clicks counted in another system; shown with the link, never part of its analytics',
    }),
    { description: 'Clicks counted in another system; not part of the analytics.', example: 1_200 },
  ),
};

type Fields = typeof linkFields;
export type FieldName = keyof Fields;
export type FieldColumns = {
  [name in FieldName as Fields[name]['column']]: ReturnType<Fields[name]['toRow']> | Fields[name]['unset'];
};
export type FieldAnswers = { [name in FieldName]: Static<Fields[name]['answer']> };
/** The fields in a body that the schema has checked. A null clears its field. */
export type Given = { [name in FieldName]?: unknown };

/** Any field, for code that handles all of them. */
type AnyField = {
  column: keyof FieldColumns;
  unset: unknown;
  toRow(given: unknown): unknown;
  fromRow(stored: unknown): unknown;
  destinations?(given: unknown, name: string): Destination[];
  plan?: PlanName;
};
export const fieldList = Object.entries(linkFields) as [FieldName, AnyField][];

const partOf = <Part extends 'input' | 'answer'>(part: Part) =>
  Object.fromEntries(Object.entries(linkFields).map(([name, field]) => [name, field[part]])) as {
    [name in FieldName]: Fields[name][Part];
  };
export const inputs = partOf('input');
export const answers = partOf('answer');

export const fieldColumns = fieldList.map(([, { column }]) => column);

/** The columns of a link with no field set. */
export const unsetColumns = Object.fromEntries(
  fieldList.map(([, { column, unset }]) => [column, unset]),
) as FieldColumns;

/** Returns the columns that a body sets. */
export function columnsOf(body: Given): Partial<FieldColumns> {
  const columns: Record<string, unknown> = {};
  for (const [name, { column, unset, toRow }] of fieldList) {
    const given = body[name];
    if (given !== undefined) columns[column] = given === null ? unset : toRow(given);
  }
  return columns;
}

function shown(fields: typeof fieldList, row: Partial<FieldColumns>): Given {
  const answers: Given = {};
  for (const [name, { column, fromRow }] of fields) answers[name] = fromRow(row[column]);
  return answers;
}

export const answersOf = (row: FieldColumns) => shown(fieldList, row) as FieldAnswers;

type DestinationColumn = {
  [name in FieldName]: Fields[name] extends { destinations: unknown } ? Fields[name]['column'] : never;
}[FieldName];
export type DestinationColumns = Pick<FieldColumns, DestinationColumn>;
const destinationFields = fieldList.filter(([, { destinations }]) => destinations);
export const destinationColumns = destinationFields.map(([, { column }]) => column) as DestinationColumn[];

/**
 * Lists the destinations in a body or an answer. Fields with many destinations come last, because safety providers
 * check only the first destinations.
 */
export function destinationsOf(body: Given): Destination[] {
  const lists: Destination[][] = [];
  for (const [name, { destinations }] of destinationFields) {
    if (body[name] != null) lists.push(destinations?.(body[name], name) ?? []);
  }
  return lists.sort((one, other) => one.length - other.length).flat();
}

export const destinationsIn = (row: DestinationColumns) => destinationsOf(shown(destinationFields, row));

/** The mapping of a hook: the paths in a message to a contact's values. Pure. */
import Type, { type Static } from 'typebox';
import { closed } from '../../../host/envelope.ts';
import { isText, longestPath, parsePath, readPath } from './json-path.ts';

/** Columns of a contact that a mapping can fill. */
const columns = ['f_name', 'l_name', 'contact_no', 'country', 'state', 'timezone', 'type', 'source', 'points'] as const;

const path = Type.String({
  minLength: 1,
  maxLength: longestPath,
  description: 'A path such as billing.email, items[0].name or meta_data[key=vip].value.',
});
const fixed = Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()]);
const source = (description: string) =>
  Type.Union([path, Type.Object({ value: fixed }, closed)], {
    description: `${description} A path, or { "value": … } for a fixed value.`,
  });
const ids = (description: string) =>
  Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 100, description }));

const optional = (description: string) => Type.Optional(source(description));
const columnSources = Object.fromEntries(columns.map((name) => [name, optional('The column of the same name.')])) as {
  [column in (typeof columns)[number]]: ReturnType<typeof optional>;
};

export const Mapping = Type.Object(
  {
    email: path,
    ...columnSources,
    add_points: optional('Points to add to those of the contact; fractions are dropped.'),
    fields: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), source('A custom field.'), {
        maxProperties: 100,
        description: 'Sources of custom fields, by field id or slug.',
      }),
    ),
    tags: ids('Tags to add.'),
    lists: ids('Lists to add the contact to.'),
    event: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 60 }), Type.Object({ path }, closed)], {
        description: 'The event to record: its name, or { "path": … } to the name.',
      }),
    ),
    data: Type.Optional(
      Type.Record(Type.String({ maxLength: 60 }), source('A value of the event.'), {
        maxProperties: 30,
        description: "Sources of the event's data, by name.",
      }),
    ),
    only: Type.Optional(
      Type.Object(
        { path, is: Type.String({ maxLength: 500 }) },
        { ...closed, description: 'Ignores messages with another value at this path.' },
      ),
    ),
    once: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: longestPath,
        description: 'A path to an id, such as an order number. Of messages with the same id, only the first counts.',
      }),
    ),
    overwrite: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 120,
        description: 'Columns and fields whose values replace those of a known contact. All others are only filled.',
      }),
    ),
  },
  { ...closed, title: 'HookMapping' },
);
export type Mapping = Static<typeof Mapping>;
type Source = string | { value: string | number | boolean };

const eventName = /^[a-z0-9][a-z0-9_.-]{0,59}$/;

/** Finds the first fault that the schema cannot find. */
export function faultOf({ fields = {}, data = {}, event, overwrite = [], ...others }: Mapping): string | undefined {
  const { email, only, once, add_points: addPoints } = others;
  const sources = [...Object.values(fields), ...Object.values(data), ...columns.map((name) => others[name])];
  const paths = [email, only?.path, once, addPoints, ...sources].filter((one) => typeof one === 'string');
  if (typeof event === 'object') paths.push(event.path);
  const invalid = paths.find((one) => parsePath(one) === undefined);
  if (invalid !== undefined) return `mapping: "${invalid}" is not a path.`;
  if (typeof event === 'string' && !eventName.test(event))
    return 'mapping.event must have lower-case letters, digits, ".", "_" and "-".';
  const isMapped = (name: string) => columns.some((column) => column === name && others[column] !== undefined);
  const stray = overwrite.find((name) => !isMapped(name) && !Object.hasOwn(fields, name));
  return stray === undefined ? undefined : `mapping.overwrite: nothing is mapped to ${stray}.`;
}

/** Values that a message has for a contact. */
export type MappedMessage = {
  /** The reason to ignore the message; undefined if it counts. */
  ignored: string | undefined;
  email: string;
  columns: Record<string, string>;
  fields: Record<string, unknown>;
  addPoints: number;
  event: { name: string; data: Record<string, unknown> } | undefined;
  /** The id by which the message counts once; '' without one. */
  once: string;
  /** Explanations of values that were left out. */
  notes: string[];
};

/** Reads the values of a message, and ignores empty ones. */
export function readMessage(mapping: Mapping, body: unknown): MappedMessage {
  const read = (source: Source | undefined): unknown =>
    typeof source === 'object' ? source.value : source && readPath(body, source);
  const email = textOf(read(mapping.email));
  const added = Math.trunc(Number(textOf(read(mapping.add_points))));
  return {
    ignored: reasonToIgnore(mapping, body, email),
    email,
    columns: valuesOf(columns, (name) => textOf(read(mapping[name])) || undefined),
    fields: valuesOf(Object.keys(mapping.fields ?? {}), (key) => fieldValueOf(read(mapping.fields?.[key]))),
    addPoints: Number.isSafeInteger(added) ? added : 0,
    event: readEvent(mapping, read),
    once: textOf(read(mapping.once)),
    notes: Number.isSafeInteger(added) ? [] : ['The points to add are not a number.'],
  };
}

function reasonToIgnore({ email: path, only }: Mapping, body: unknown, email: string): string | undefined {
  if (only && !isText(readPath(body, only.path), only.is)) return `The value at ${only.path} is not ${only.is}.`;
  return email === '' ? `There is no email address at ${path}.` : undefined;
}

function readEvent({ event, data = {} }: Mapping, read: (source: Source) => unknown): MappedMessage['event'] {
  if (event === undefined) return undefined;
  const name = typeof event === 'string' ? event : textOf(read(event.path));
  return { name: name.toLowerCase(), data: valuesOf(Object.keys(data), (key) => read(data[key] as Source)) };
}

/** Returns the defined values of these names. */
const valuesOf = <Name extends string, Value>(names: readonly Name[], read: (name: Name) => Value | undefined) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Record<string, Value>;

/** Returns a text, number or boolean as text; '' for anything else. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

/** Returns a value for a custom field: a text, or the texts of a list. */
function fieldValueOf(value: unknown): string | string[] | undefined {
  if (!Array.isArray(value)) return textOf(value) || undefined;
  const texts = value.slice(0, 100).map(textOf).filter(Boolean);
  return texts.length > 0 ? texts : undefined;
}

/** The mapping of a hook: where a message has the values of a contact. Pure. */
import Type, { type Static } from 'typebox';
import { closed } from '../../../host/envelope.ts';
import { longestPath, parsePath, readPath } from './json-path.ts';

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
export function faultOf({
  email,
  fields = {},
  data = {},
  event,
  overwrite = [],
  ...others
}: Mapping): string | undefined {
  const sources = [email, ...Object.values(fields), ...Object.values(data), ...columns.map((name) => others[name])];
  const paths = [...sources, others.add_points].filter((one) => typeof one === 'string');
  if (typeof event === 'object') paths.push(event.path);
  const invalid = paths.find((one) => parsePath(one) === undefined);
  if (invalid !== undefined) return `mapping: "${invalid}" is not a path.`;
  if (typeof event === 'string' && !eventName.test(event))
    return 'mapping.event must have lower-case letters, digits, ".", "_" and "-".';
  const stray = overwrite.find((name) => !Object.hasOwn(others, name) && !Object.hasOwn(fields, name));
  return stray === undefined ? undefined : `mapping.overwrite: nothing is mapped to ${stray}.`;
}

/** Values that a message has for a contact. `notes` explain the values that were left out. */
export type MappedMessage = {
  email: string | undefined;
  columns: Record<string, string>;
  fields: Record<string, unknown>;
  addPoints: number;
  event: { name: string; data: Record<string, unknown> } | undefined;
  notes: string[];
};

/** Reads the values of a message. Empty values do not count. */
export function readMessage(mapping: Mapping, body: unknown): MappedMessage {
  const notes: string[] = [];
  const read = (one: Source): unknown => (typeof one === 'string' ? readPath(body, one) : one.value);
  const texts = Object.fromEntries(
    columns.flatMap((name) => {
      const text = textOf(mapping[name] === undefined ? undefined : read(mapping[name]));
      return text === '' ? [] : [[name, text]];
    }),
  );
  const fields = Object.entries(mapping.fields ?? {}).flatMap(([key, one]) => {
    const value = fieldValueOf(read(one));
    return value === undefined ? [] : [[key, value] as const];
  });
  const added = mapping.add_points === undefined ? 0 : Math.trunc(Number(textOf(read(mapping.add_points))));
  if (!Number.isSafeInteger(added)) notes.push('The points to add are not a number.');
  return {
    email: textOf(readPath(body, mapping.email)) || undefined,
    columns: texts,
    fields: Object.fromEntries(fields),
    addPoints: Number.isSafeInteger(added) ? added : 0,
    event: readEvent(mapping, body, read),
    notes,
  };
}

function readEvent(
  { event, data = {} }: Mapping,
  body: unknown,
  read: (one: Source) => unknown,
): MappedMessage['event'] {
  if (event === undefined) return undefined;
  const values = Object.entries(data).flatMap(([key, one]) => {
    const value = read(one);
    return value === undefined ? [] : [[key, value] as const];
  });
  const name = typeof event === 'string' ? event : textOf(readPath(body, event.path));
  return { name: name.toLowerCase(), data: Object.fromEntries(values) };
}

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

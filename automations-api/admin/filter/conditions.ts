/**
 * The conversion between a filter and its conditions, one per row of the editor. A filter has the parameters of
 * `GET /contacts`; segments, actions and rules store it. Pure.
 */
import { statusOf } from '../core/statuses.ts';

export type Filter = { [parameter: string]: unknown };

/** Subject of a condition. */
export type Kind =
  | 'search'
  | 'email'
  | 'ids'
  | 'status'
  | 'tag'
  | 'list'
  | 'segment'
  | 'country'
  | 'state'
  | 'source'
  | 'type'
  | 'points'
  | 'added'
  | 'changed'
  | 'clicked_link'
  | 'clicked_tag'
  | 'import'
  | 'event'
  | 'field'
  | 'criterion'
  | 'groups';

/** Operator of a condition. */
export type How = 'any' | 'all' | 'none' | 'contains' | 'between' | 'empty' | 'filled';

export type Condition = {
  kind: Kind;
  how: How;
  /** Id of a field, its slug in filters from the API, or the name of a plugin's criterion. */
  field?: string;
  /**
   * Ids and numbers as text. For `between`: the lower and upper limit, either of which can be empty. For `event`: its
   * name, count and period, and its details as JSON. For `groups`: filters as JSON; '' for a group without conditions.
   */
  values: string[];
};

type Range = { from?: unknown; to?: unknown };

/** Format of a parameter's values. */
type Shape = 'ids' | 'id' | 'texts' | 'text';

type Parameter = { kind: Kind; how: How; shape: Shape };

/** Parameters with one value or one list. */
export const parameters: { [name: string]: Parameter } = {
  search: { kind: 'search', how: 'any', shape: 'text' },
  email: { kind: 'email', how: 'any', shape: 'text' },
  ids: { kind: 'ids', how: 'any', shape: 'ids' },
  status: { kind: 'status', how: 'any', shape: 'texts' },
  tag: { kind: 'tag', how: 'any', shape: 'ids' },
  tag_all: { kind: 'tag', how: 'all', shape: 'ids' },
  tag_not: { kind: 'tag', how: 'none', shape: 'ids' },
  list: { kind: 'list', how: 'any', shape: 'ids' },
  list_all: { kind: 'list', how: 'all', shape: 'ids' },
  list_not: { kind: 'list', how: 'none', shape: 'ids' },
  segment: { kind: 'segment', how: 'any', shape: 'id' },
  country: { kind: 'country', how: 'any', shape: 'texts' },
  state: { kind: 'state', how: 'any', shape: 'texts' },
  source: { kind: 'source', how: 'any', shape: 'texts' },
  type: { kind: 'type', how: 'any', shape: 'texts' },
  clicked_link: { kind: 'clicked_link', how: 'any', shape: 'texts' },
  import: { kind: 'import', how: 'any', shape: 'id' },
  clicked_tag: { kind: 'clicked_tag', how: 'any', shape: 'texts' },
};

/** The pairs of parameters that form one condition: its start and its end. */
const ranges: { [kind in 'added' | 'changed']: [from: string, to: string] } = {
  added: ['from', 'to'],
  changed: ['updated_from', 'updated_to'],
};

/** The names of all parameters except those for fields. */
export const parameterNames: readonly string[] = [
  ...Object.keys(parameters),
  ...Object.values(ranges).flat(),
  'points',
  'event',
  'any_of',
];

/** Returns a condition's place. A filter has at most one condition in each place. */
export const placeOf = ({ kind, how, field }: Omit<Condition, 'values'>): string => [kind, field ?? '', how].join(' ');

/** Checks whether a condition has values. Without them it is not part of a filter. */
export const isComplete = ({ kind, how, values }: Condition): boolean =>
  (kind !== 'event' || (values[0] ?? '').trim() !== '') &&
  (how === 'empty' || how === 'filled' || values.some((value) => value.trim() !== ''));

const textsIn = (value: unknown): string[] =>
  [value].flat().flatMap((one) => (one === null || one === undefined || one === '' ? [] : [String(one)]));

const textOf = (value: unknown): string => textsIn(value)[0] ?? '';

/** Returns a status name. API clients can use a code, or a name in upper or lower case. */
const statusName = (text: string): string => (/^\d$/.test(text) ? statusOf(text) : text.toLowerCase());

/** Converts a filter to conditions and ignores unknown parameters. */
export function conditionsOf(filter: Filter): Condition[] {
  const alone = Object.entries(filter).flatMap(([name, value]): Condition[] => {
    const { kind, how } = (Object.hasOwn(parameters, name) && parameters[name]) || {};
    if (!kind || !how) return [];
    const values = textsIn(value);
    return [{ kind, how, values: kind === 'status' ? values.map(statusName) : values }];
  });
  const days = (['added', 'changed'] as const).map(
    (kind): Condition => ({ kind, how: 'between', values: ranges[kind].map((name) => textOf(filter[name])) }),
  );
  const fields = Object.entries((filter.field ?? {}) as object).flatMap(([id, value]) => fieldConditions(id, value));
  const criteria = Object.entries((filter.criterion ?? {}) as object).map(
    ([field, value]): Condition => ({ kind: 'criterion', how: 'any', field, values: textsIn(value) }),
  );
  return [
    ...alone,
    ...days,
    pointsCondition(filter.points),
    eventCondition(filter.event),
    groupsCondition(filter.any_of),
    ...fields,
    ...criteria,
  ].filter(isComplete);
}

/** Returns the condition on a custom event, which filters in URLs contain as JSON. */
function eventCondition(given: unknown): Condition {
  const { name, times, within, data } = objectIn(given);
  const details = typeof data === 'object' && data !== null ? JSON.stringify(data) : '';
  return { kind: 'event', how: 'any', values: [textOf(name), textOf(times), textOf(within), details] };
}

/** Returns the condition on groups, which filters in URLs contain as JSON. */
const groupsCondition = (given: unknown): Condition => ({
  ...{ kind: 'groups', how: 'any' },
  values: [given ?? []].flat().map((group) => JSON.stringify(objectIn(group))),
});

/** Returns an object that is given as such or as JSON. */
export function objectIn(given: unknown): Filter {
  try {
    const event: unknown = typeof given === 'string' ? JSON.parse(given) : given;
    return typeof event === 'object' && event !== null ? { ...event } : {};
  } catch {
    return {};
  }
}

/** Returns the points' condition: one number or a range. */
function pointsCondition(points: unknown): Condition {
  const { from, to } = typeof points === 'object' && points !== null ? (points as Range) : { from: points, to: points };
  return { kind: 'points', how: 'between', values: [textOf(from), textOf(to)] };
}

function fieldConditions(field: string, value: unknown): Condition[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ kind: 'field', how: 'any', field, values: textsIn(value) }];
  }
  const { contains, from, to, empty } = value as Record<string, unknown>;
  const isEmpty = ['1', 'true'].includes(String(empty));
  const valued: Condition = { kind: 'field', how: isEmpty ? 'empty' : 'filled', field, values: [] };
  return [
    { kind: 'field', how: 'contains', field, values: textsIn(contains) },
    { kind: 'field', how: 'between', field, values: [textOf(from), textOf(to)] },
    ...(textOf(empty) === '' ? [] : [valued]),
  ];
}

/** Converts conditions to a filter and ignores incomplete ones. */
export function filterOf(conditions: readonly Condition[]): Filter {
  const filter: Filter = {};
  for (const condition of conditions.filter(isComplete)) {
    if (condition.kind === 'field') addField(filter, condition);
    else if (condition.kind === 'points') filter.points = membersOf('between', condition.values);
    else if (condition.kind === 'event') filter.event = eventOf(condition.values);
    else if (condition.kind === 'groups') filter.any_of = condition.values.filter(Boolean).map(objectIn);
    else if (condition.kind === 'criterion') addCriterion(filter, condition);
    else if (condition.kind === 'added' || condition.kind === 'changed') addRange(filter, condition.kind, condition);
    else addParameter(filter, condition);
  }
  return filter;
}

function addParameter(filter: Filter, { kind, how, values }: Condition): void {
  const [name, { shape } = {}] =
    Object.entries(parameters).find(([, one]) => one.kind === kind && one.how === how) ?? [];
  if (name === undefined) return;
  const given = values.filter((value) => value.trim() !== '');
  if (shape === 'ids') filter[name] = given.map(Number);
  else if (shape === 'id') filter[name] = Number(given[0]);
  else filter[name] = shape === 'text' ? given[0] : given;
}

/** Returns whether a detail is complete: the service refuses empty names and values. */
const isWhole = ([name, wanted]: [string, unknown]): boolean =>
  name !== '' &&
  (typeof wanted === 'object' && wanted !== null ? Object.values(wanted) : [wanted]).every((one) => one !== '');

function eventOf([name = '', times = '', within = '', details = '']: string[]): object {
  const data = Object.fromEntries(Object.entries(objectIn(details)).filter(isWhole));
  return {
    name: name.trim(),
    ...(times !== '' && { times: Number(times) }),
    ...(within !== '' && { within }),
    ...(Object.keys(data).length > 0 && { data }),
  };
}

function addRange(filter: Filter, kind: 'added' | 'changed', { values }: Condition): void {
  ranges[kind].forEach((name, n) => {
    if (values[n]) filter[name] = values[n];
  });
}

function addCriterion(filter: Filter, { field = '', values: [value] }: Condition): void {
  filter.criterion = { ...(filter.criterion as object | undefined), [field]: value };
}

function addField(filter: Filter, { how, field = '', values }: Condition): void {
  filter.field ??= {};
  const fields = filter.field as Record<string, unknown>;
  if (how === 'any') fields[field] = values.length === 1 ? values[0] : values;
  else fields[field] = { ...(fields[field] as object | undefined), ...membersOf(how, values) };
}

function membersOf(how: How, [first = '', second = '']: string[]): object {
  if (how === 'contains') return { contains: first };
  if (how === 'between') return { ...(first && { from: first }), ...(second && { to: second }) };
  return { empty: how === 'empty' ? 1 : 0 };
}

/** Normalizes a filter, so that equal filters have the same form. */
export const normal = (filter: Filter): Filter => filterOf(conditionsOf(filter));

/** Returns a condition's values without empty groups. */
const valuesOf = ({ kind, values }: Condition) => (kind === 'groups' ? values.filter(Boolean) : values);

/** Returns whether two lists have the same complete conditions, in any order. */
export function isSame(one: readonly Condition[], other: readonly Condition[]): boolean {
  const marks = (all: readonly Condition[]) =>
    all
      .filter(isComplete)
      .map((condition) => `${placeOf(condition)} ${JSON.stringify(valuesOf(condition))}`)
      .sort()
      .join('\n');
  return marks(one) === marks(other);
}

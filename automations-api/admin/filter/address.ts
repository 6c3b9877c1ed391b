/**
 * The conversion between a filter and URL parameters, which `GET /contacts` accepts unchanged. Several texts are
 * numbered as in PHP, because they can contain commas: `source[0]=a&source[1]=b`. Pure.
 */
import { type Filter, normal, parameterNames, parameters } from './conditions.ts';

type Query = { [name: string]: string | undefined };

const fieldName = /^field\[([\w-]+)\](?:\[(from|to|contains|empty|\d+)\])?$/;
const pointsName = /^points\[(from|to)\]$/;
const criterionName = /^criterion\[([\w.-]+)\]$/;
const numberedName = /^(\w+)\[\d+\]$/;

/** Checks whether a parameter's values contain no commas, so that they can be joined. */
const isJoined = (name: string) => parameters[name]?.shape === 'ids' || name === 'status' || name === 'country';

/** Checks whether a URL parameter belongs to a filter. */
const isFilterName = (name: string): boolean =>
  parameterNames.includes(name) ||
  fieldName.test(name) ||
  pointsName.test(name) ||
  criterionName.test(name) ||
  parameterNames.includes(numberedName.exec(name)?.[1] ?? '');

export function paramsOf(filter: Filter): Record<string, string> {
  const { field = {}, criterion = {}, points = {}, event, any_of: groups = [], ...alone } = normal(filter);
  const pairs = Object.entries(alone).flatMap(([name, value]) => pairsOf(name, value, isJoined(name)));
  const fields = Object.entries(field as object).flatMap(([id, condition]) =>
    typeof condition === 'object' && !Array.isArray(condition)
      ? Object.entries(condition as object).map(([member, value]) => [`field[${id}][${member}]`, String(value)])
      : pairsOf(`field[${id}]`, condition, false),
  );
  const criteria = Object.entries(criterion as object).flatMap(([name, value]) =>
    pairsOf(`criterion[${name}]`, value, false),
  );
  const ofPoints = Object.entries(points as object).flatMap(([end, value]) => pairsOf(`points[${end}]`, value, false));
  const ofEvent = event === undefined ? [] : [['event', JSON.stringify(event)]];
  const ofGroups = (groups as Filter[]).map((group, n) => [`any_of[${n}]`, JSON.stringify(group)]);
  return Object.fromEntries([...pairs, ...ofPoints, ...ofEvent, ...ofGroups, ...fields, ...criteria]);
}

function pairsOf(name: string, value: unknown, isJoined: boolean): [string, string][] {
  const all = [value].flat().map(String);
  if (all.length === 1 || isJoined) return [[name, all.join(',')]];
  return all.map((one, n) => [`${name}[${n}]`, one]);
}

/** Reads a filter from a query and ignores all other parameters. */
export function filterIn(query: Query): Filter {
  const filter: Filter = {};
  for (const [name, value] of Object.entries(query)) {
    if (!value) continue;
    const [, id, member] = fieldName.exec(name) ?? [];
    const list = numberedName.exec(name)?.[1];
    const criterion = criterionName.exec(name)?.[1];
    const end = pointsName.exec(name)?.[1];
    if (id !== undefined) addField(filter, id, member, value);
    else if (end !== undefined) filter.points = { ...objectIn(filter.points), [end]: value };
    else if (criterion !== undefined) filter.criterion = { ...objectIn(filter.criterion), [criterion]: value };
    else if (isJoined(name)) filter[name] = value.split(',');
    else if (list !== undefined && parameterNames.includes(list)) filter[list] = [...textsIn(filter[list]), value];
    else filter[name] = value;
  }
  return normal(filter);
}

const textsIn = (value: unknown): string[] => (value === undefined ? [] : [value].flat().map(String));

function addField(filter: Filter, id: string, member: string | undefined, value: string): void {
  filter.field ??= {};
  const fields = filter.field as Record<string, unknown>;
  if (member === undefined) fields[id] = value;
  else if (/^\d/.test(member)) fields[id] = [...(Array.isArray(fields[id]) ? fields[id] : []), value];
  else fields[id] = { ...objectIn(fields[id]), [member]: value };
}

const objectIn = (value: unknown): object => (typeof value === 'object' && !Array.isArray(value) ? (value ?? {}) : {});

/** Returns the query changes that remove a filter. */
export const without = (query: Query): Query =>
  Object.fromEntries(
    Object.keys(query)
      .filter(isFilterName)
      .map((name) => [name, undefined]),
  );

/** The conversion of a link to form values, and of form values to request bodies. Pure. */
import type { FieldProblems } from '../../../../shared/ui/field-problems.ts';
import type { Link, LinkInput } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { type FieldName, type FieldOf, fieldNames, fields } from './fields.ts';

const { linkForm } = text;

export type Values = { [name in FieldName]: ReturnType<(typeof fields)[name]['typed']> } & {
  password: string;
  isPasswordOff: boolean;
};

const ofEach = (read: (field: FieldOf, name: FieldName) => unknown) =>
  Object.fromEntries(fieldNames.map((name) => [name, read(fields[name], name)]));

export const emptyValues = (): Values =>
  ({ ...ofEach(({ empty }) => empty), password: '', isPasswordOff: false }) as Values;

/** Converts a link to form values. Times are in the zone's local time. */
export const valuesOf = (link: Link, zone: string): Values =>
  ({ ...emptyValues(), ...ofEach(({ typed }, name) => typed(link[name], zone)) }) as Values;

/** Converts a link to the values of a new one, without the fields that belong to the original link alone. */
export function duplicateOf(link: Link, zone: string): Values {
  const { slug, externalId, importedClicks } = emptyValues();
  return { ...valuesOf(link, zone), slug, externalId, importedClicks };
}

const groups = ['utm', 'preview'] as const;

/** Flattens values for comparison, with names such as `utm.source`. */
export const flat = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      groups.some((group) => group === name)
        ? Object.entries(value).map(([member, own]) => [`${name}.${member}`, own])
        : [[name, value]],
    ),
  );

export function nested(fields: Record<string, unknown>): Values {
  const of = (group: string) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith(`${group}.`) ? [[name.slice(group.length + 1), value]] : [],
      ),
    );
  return { ...fields, ...Object.fromEntries(groups.map((group) => [group, of(group)])) } as Values;
}

/** Returns an error with the problems of fields. */
export const refusal = (problems: Record<string, string>): FieldProblems =>
  Object.assign(new Error(Object.values(problems)[0]), { fields: problems });

/** Builds the body with all fields. @throws {FieldProblems} problems that prevent a request */
function bodyOf(values: Values, zone: string): Record<string, unknown> {
  const problems: Record<string, string> = {};
  const body = ofEach(({ given }, name) => {
    const fail = (problem: string, part?: string | number) => {
      problems[part === undefined ? name : `${name}.${part}`] = problem;
    };
    return given(values[name], { zone, fail });
  });
  if (Object.keys(problems).length > 0) throw refusal(problems);
  return { ...body, ...(values.password === '' ? {} : { password: values.password }) };
}

/** Builds the body for a new link, without empty fields. */
export function inputOf(values: Values, zone: string): LinkInput {
  const given = Object.entries(bodyOf(values, zone)).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given) as LinkInput;
}

/** Builds the body for an existing link, with only the changed fields. @throws {FieldProblems} if its slug is empty */
export function changesOf(values: Values, before: Values, zone: string): Partial<LinkInput> {
  const { domain: _, ...now } = bodyOf(values, zone);
  const then = bodyOf(before, zone);
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(then[name]));
  const changes = Object.fromEntries(changed) as Partial<LinkInput>;
  if (changes.slug === null) throw refusal({ slug: linkForm.noSlug(before.slug) });
  return values.isPasswordOff && values.password === '' ? { ...changes, password: null } : changes;
}

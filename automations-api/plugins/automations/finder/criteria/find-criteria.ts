/** The conditions of a filter, found with the registered criteria. Plugins' criteria are `criterion[name]`. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { ApiError } from '../../../../../shared/errors.ts';
import { cleanMember } from '../../../../host/clean-members.ts';
import type { FilterCriterion, FoundContacts } from '../../../../host/extensions.ts';
import type { PluginRegistry } from '../../../../host/registry.ts';
import type { Db } from '../../core/tables.ts';
import { amongIds, type Criterion } from './criterion.ts';

const mostNames = 20;

export const namedCriteriaArgs = {
  criterion: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        maxProperties: mostNames,
        description: 'Conditions of plugins, by their names in GET /kinds.',
      },
    ),
  ),
};

export type Criteria = Pick<PluginRegistry<FilterCriterion>, 'list' | 'run'>;

/** Thrown if no active plugin has the criterion. The criterion's plugin can be temporarily inactive. */
export class CriterionMissing extends ApiError {
  constructor(name: string) {
    super('unprocessable_entity', `criterion[${name.slice(0, 60)}] belongs to no active plugin`);
  }
}

type Args = { criterion?: object; [parameter: string]: unknown };

/** Finds the conditions in the order of the registry. Empty parameters do not filter. @throws unprocessable_entity */
export async function findCriteria(db: Db, args: Args, criteria: Criteria): Promise<Criterion[]> {
  const named = new Map<string, unknown>(Object.entries(args.criterion ?? {}).filter(isGiven));
  const wanted = criteria.list().flatMap((kind) => {
    if ('parameters' in kind)
      return { kind, given: Object.fromEntries(kind.parameters.map((name) => [name, args[name]])) };
    const { name, value } = kind;
    return named.has(name) ? { kind, given: cleanMember(value, `criterion[${name}]`, named.get(name)) } : [];
  });
  const missing = [...named.keys()].find((name) => !wanted.some(({ kind }) => 'value' in kind && kind.name === name));
  if (missing !== undefined) throw new CriterionMissing(missing);
  const found = wanted.map(({ kind, given }) => criteria.run(kind.name, () => kind.find(given, db)));
  return (await Promise.all(found)).flatMap(conditionsIn);
}

const isGiven = ([, given]: [string, unknown]) => given !== '' && given !== null;

function conditionsIn(found: FoundContacts): readonly Criterion[] {
  if ('conditions' in found) return found.conditions;
  const ids = [...found].filter(Number.isSafeInteger);
  // Ids are inlined, since there can be more of them than a statement can have parameters.
  const isOne = ids.length === 0 ? sql`FALSE` : sql`c.id IN (${sql.raw(ids.join())})`;
  return [{ sql: isOne, inIndex: amongIds(async () => ids) }];
}

/** Conditions of plugins, `criterion[name]`: each plugin says which contacts meet its own. */
// biome-ignore-all lint/plugin: finding contacts is written by hand.
import { sql } from 'kysely';
import Type, { type Static, type TObject } from 'typebox';
import { ApiError } from '../../../../../shared/errors.ts';
import { cleanMember } from '../../../../host/clean-members.ts';
import type { FilterCriterion } from '../../../../host/extensions.ts';
import type { PluginRegistry } from '../../../../host/registry.ts';
import { amongIds, type Criterion, type FindCriteria } from './criterion.ts';

const mostNames = 20;

export const pluginCriteriaArgs = {
  criterion: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        maxProperties: mostNames,
        description: 'Conditions of plugins, by the names that GET /kinds lists.',
      },
    ),
  ),
};

export type PluginCriteria = Pick<PluginRegistry<FilterCriterion>, 'find' | 'run'>;

/** The plugin that has it may be switched off for a while. */
export class CriterionMissing extends ApiError {
  constructor(name: string) {
    super('unprocessable_entity', `criterion[${name.slice(0, 60)}] is of no active plugin`);
  }
}

export const readPluginCriteria = (
  { criterion = {} }: Static<TObject<typeof pluginCriteriaArgs>>,
  plugins: PluginCriteria,
): FindCriteria[] =>
  Object.entries(criterion)
    .filter(([, given]) => given !== '' && given !== null)
    .map(([name, given]) => async () => [await findOne(plugins, name, given)]);

async function findOne(plugins: PluginCriteria, name: string, given: unknown): Promise<Criterion> {
  const kind = plugins.find(name);
  if (!kind) throw new CriterionMissing(name);
  const value = cleanMember(kind.value, `criterion[${name}]`, given);
  const ids = [...(await plugins.run(name, () => kind.find(value)))].filter(Number.isSafeInteger);
  return {
    // Numbers as they are: there may be more of them than a statement has room for parameters.
    sql: ids.length === 0 ? sql`FALSE` : sql`c.id IN (${sql.raw(ids.join())})`,
    inIndex: amongIds(async () => ids),
  };
}

/** The built-in filter criteria, each in its own file; see `criterion.ts`. Add a new criterion to both lists here. */
import type { Static, TObject } from 'typebox';
import type { FilterCriterion } from '../../../../host/extensions.ts';
import type { Db } from '../../core/tables.ts';
import { clickCriteria } from './click-criteria.ts';
import type { CriterionKind } from './criterion.ts';
import { dayCriteria } from './day-criteria.ts';
import { emailCriterion } from './email-criterion.ts';
import { eventCriterion } from './event-criterion.ts';
import { fieldCriteria } from './field-criteria.ts';
import { idCriterion } from './id-criterion.ts';
import { importCriterion } from './import-criterion.ts';
import { countryCriterion, sourceCriterion, stateCriterion } from './place-criteria.ts';
import { pointsCriterion } from './points-criterion.ts';
import { statusCriterion } from './status-criterion.ts';
import { termCriteria } from './term-criteria.ts';
import { searchCriterion } from './text-criterion.ts';
import { typeCriterion } from './type-criterion.ts';

export const criterionArgs = {
  ...emailCriterion.args,
  ...statusCriterion.args,
  ...dayCriteria.args,
  ...termCriteria.args,
  ...searchCriterion.args,
  ...countryCriterion.args,
  ...stateCriterion.args,
  ...sourceCriterion.args,
  ...typeCriterion.args,
  ...pointsCriterion.args,
  ...fieldCriteria.args,
  ...idCriterion.args,
  ...clickCriteria.args,
  ...eventCriterion.args,
  ...importCriterion.args,
};

/** The order in which the index evaluates criteria: selective and cheap ones first. */
const kinds: readonly CriterionKind[] = [
  statusCriterion,
  typeCriterion,
  emailCriterion,
  termCriteria,
  idCriterion,
  importCriterion,
  clickCriteria,
  eventCriterion,
  dayCriteria,
  searchCriterion,
  countryCriterion,
  stateCriterion,
  sourceCriterion,
  pointsCriterion,
  fieldCriteria,
];

/** The built-in criteria as registry entries. */
export const builtInCriteria: readonly FilterCriterion[] = kinds.map(({ name, label, args, read }) => ({
  name,
  label,
  parameters: Object.keys(args),
  find: async (given: Static<TObject<typeof args>>, db: Db) => ({ conditions: (await read(given)?.(db)) ?? [] }),
}));

/**
 * The built-in kinds of conditions a filter can have. A kind is a file of its own, as `criterion.ts` says, and is named here
 * twice; then `GET /contacts`, its export, and filters that are kept know it.
 */
import type { Static, TObject } from 'typebox';
import type { FilterCriterion } from '../../../../host/extensions.ts';
import type { Db } from '../../core/tables.ts';
import { clickCriteria } from './click-criteria.ts';
import type { CriterionKind } from './criterion.ts';
import { dayCriteria } from './day-criteria.ts';
import { emailCriterion } from './email-criterion.ts';
import { fieldCriteria } from './field-criteria.ts';
import { idCriterion } from './id-criterion.ts';
import { countryCriterion, sourceCriterion } from './place-criteria.ts';
import { statusCriterion } from './status-criterion.ts';
import { termCriteria } from './term-criteria.ts';
import { searchCriterion } from './text-criterion.ts';

export const criterionArgs = {
  ...emailCriterion.args,
  ...statusCriterion.args,
  ...dayCriteria.args,
  ...termCriteria.args,
  ...searchCriterion.args,
  ...countryCriterion.args,
  ...sourceCriterion.args,
  ...fieldCriteria.args,
  ...idCriterion.args,
  ...clickCriteria.args,
};

/** The index evaluates them in this order: first what leaves few contacts at little cost. */
const kinds: readonly CriterionKind[] = [
  statusCriterion,
  emailCriterion,
  termCriteria,
  idCriterion,
  clickCriteria,
  dayCriteria,
  searchCriterion,
  countryCriterion,
  sourceCriterion,
  fieldCriteria,
];

/** The same as entries of the registry. */
export const builtInCriteria: readonly FilterCriterion[] = kinds.map(({ name, label, args, read }) => ({
  name,
  label,
  parameters: Object.keys(args),
  find: async (given: Static<TObject<typeof args>>, db: Db) => ({ conditions: (await read(given)?.(db)) ?? [] }),
}));

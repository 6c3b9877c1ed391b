/**
 * The kinds of conditions a filter can have beside those whose counts are kept (status, days, tags, lists). A kind is a
 * file of its own, as `criterion.ts` says, and is named here twice; then `GET /contacts`, its export, and filters that are
 * kept know it.
 */
import type { Static, TObject } from 'typebox';
import { clickCriteria } from './click-criteria.ts';
import type { FindCriteria } from './criterion.ts';
import { fieldCriteria } from './field-criteria.ts';
import { idCriterion } from './id-criterion.ts';
import { countryCriterion, sourceCriterion } from './place-criteria.ts';
import { termCriteria } from './term-criteria.ts';
import { searchCriterion } from './text-criteria.ts';

export const criterionArgs = {
  ...searchCriterion.args,
  ...countryCriterion.args,
  ...sourceCriterion.args,
  ...fieldCriteria.args,
  ...termCriteria.args,
  ...idCriterion.args,
  ...clickCriteria.args,
};

const kinds = [
  searchCriterion,
  countryCriterion,
  sourceCriterion,
  fieldCriteria,
  termCriteria,
  idCriterion,
  clickCriteria,
];

/** @throws unprocessable_entity */
export const readCriteria = (args: Static<TObject<typeof criterionArgs>>): FindCriteria[] =>
  kinds.flatMap((kind) => kind.read(args) ?? []);

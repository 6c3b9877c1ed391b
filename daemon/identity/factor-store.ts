/** The tables of users' second factors. */
import type { FactorStore } from '../../shared/factors/tables.ts';
import type { Db } from '../core/tables.ts';

const names = {
  user_factors: 'user_factors',
  user_recovery_codes: 'user_recovery_codes',
  used_challenges: 'used_challenges',
};

/** In the database or in a transaction. */
export const factorsIn = (db: Db): FactorStore => ({ db, names });

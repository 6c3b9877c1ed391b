/** Where the second factors of people are. */
import type { FactorStore, FactorTables } from '../../../../shared/factors/tables.ts';
import type { Db } from '../core/tables.ts';

const names = {
  user_factors: 'waypost_admin_factors',
  user_recovery_codes: 'waypost_admin_recovery_codes',
  used_challenges: 'waypost_admin_used_challenges',
};

/** In the database, or in a transaction. */
export const factorsIn = (db: Db): FactorStore => ({ db: db.withTables<FactorTables>(), names });

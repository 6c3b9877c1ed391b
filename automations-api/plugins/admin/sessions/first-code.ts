/** The code that `waypost automations admin first-code` shows. */
import type { Config } from '../../../../shared/config/config.ts';
import { openFirstVisitCodes } from '../../../../shared/secrets/first-visit-codes.ts';
import type { Db } from '../core/tables.ts';
import { openLinks } from '../people/links-queries.ts';
import { createWordPress } from '../wordpress/users.ts';
import { findVisit } from './first-visit.ts';

/** Null where somebody has an account, be it in WordPress. */
export async function showFirstCode(db: Db, config: Config) {
  const uses = await findVisit({
    db,
    wordPress: createWordPress(db, config.tablePrefix),
    links: openLinks(config),
  });
  if (uses === undefined) return null;
  return { code: (await openFirstVisitCodes(config)).codeOf(uses), url: `${config.siteUrl}/wp-admin/` };
}

/** Drops waiting clicks that this site will not receive: after it is unbound, and of deleted contacts. */
import type { Config } from '../../../../shared/config/config.ts';
import { inTransaction } from '../../../../shared/db/db.ts';
import type { EventRecorder, RecordedEvent } from '../core/events.ts';
import type { Db } from '../core/tables.ts';
import { deleteWaiting, deleteWaitingOfContacts } from './links-queries.ts';

type Settings = Pick<Config, 'peopleDatabase'>;

const atOnce = 1_000;

/** All that wait, some at once, so that the link service never waits long to store more. */
export const dropWaiting = (db: Db, config: Settings, siteId: number): Promise<void> =>
  ifThere(async () => {
    while ((await inTransaction(db, (trx) => deleteWaiting(trx, config, siteId, atOnce))) === atOnce);
  });

/**
 * Deletes the waiting clicks of deleted contacts. A bound site would find no contact for them; an unbound one would keep them for
 * weeks. `listSiteIds` returns this site's ids in the link service, including those of previous bindings.
 */
export const waitingClicksRecorder = (config: Settings, listSiteIds: () => Promise<number[]>): EventRecorder => ({
  prepare: async () => async (trx, events) => {
    const contactIds = events.flatMap(idsOfDeleted);
    // Read late on purpose: all changes pass here, and few of them delete contacts.
    const siteIds = contactIds.length === 0 ? [] : await listSiteIds();
    if (siteIds.length > 0) await ifThere(() => deleteWaitingOfContacts(trx, config, siteIds, contactIds));
  },
  committed() {},
});

/** Clicks of a merged contact wait for the one it was merged into. */
const idsOfDeleted = ({ name, contactId, formerIds = [], data }: RecordedEvent): number[] =>
  name === 'contact.deleted' && data.merged_into === undefined ? [contactId, ...formerIds] : [];

/** The link service may have gone with its tables, which must keep nobody from unbinding it, or from deleting contacts. */
async function ifThere(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!noTables.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

const noTables = new Set([
  'ER_NO_SUCH_TABLE',
  'ER_BAD_DB_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
]);

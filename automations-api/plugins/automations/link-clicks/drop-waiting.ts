/** Deletion of waiting clicks that this site will not receive: after it is disconnected, and of deleted contacts. */
import type { Config } from '../../../../shared/config/config.ts';
import { inTransaction } from '../../../../shared/db/db.ts';
import type { EventRecorder, RecordedEvent } from '../core/events.ts';
import type { Db } from '../core/tables.ts';
import { deleteWaiting, deleteWaitingOfContacts } from './links-queries.ts';

type Settings = Pick<Config, 'peopleDatabase'>;

const atOnce = 1_000;

/** Deletes all waiting clicks in small steps, so that the link service does not wait long to store more. */
export const dropWaiting = (db: Db, config: Settings, siteId: number): Promise<void> =>
  ifAvailable(async () => {
    while ((await inTransaction(db, (trx) => deleteWaiting(trx, config, siteId, atOnce))) === atOnce);
  });

/**
 * Creates the recorder that deletes waiting clicks of deleted contacts. Otherwise a disconnected site would keep them for weeks.
 * `listSiteIds` returns this site's ids in the link service, also those of previous connections.
 */
export const waitingClicksRecorder = (config: Settings, listSiteIds: () => Promise<number[]>): EventRecorder => ({
  prepare: async () => async (trx, events) => {
    const contactIds = events.flatMap(idsOfDeleted);
    // Read only if necessary: all changes pass here, but few delete contacts.
    const siteIds = contactIds.length === 0 ? [] : await listSiteIds();
    if (siteIds.length > 0) await ifAvailable(() => deleteWaitingOfContacts(trx, config, siteIds, contactIds));
  },
  committed() {},
});

/** Returns the ids of deleted contacts. Clicks of merged contacts are kept for the other contact. */
const idsOfDeleted = ({ name, contactId, formerIds = [], data }: RecordedEvent): number[] =>
  name === 'contact.deleted' && data.merged_into === undefined ? [contactId, ...formerIds] : [];

/** Ignores missing tables of the link service: disconnecting and deleting contacts must work without it. */
async function ifAvailable(work: () => Promise<unknown>): Promise<void> {
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

/**
 * Deletion of waiting clicks that this site will not receive, because it was disconnected or the contact was deleted.
 */
import type { Config } from '../../../../shared/config/config.ts';
import { inTransaction } from '../../../../shared/db/db.ts';
import type { EventRecorder, RecordedEvent } from '../core/events.ts';
import type { Db } from '../core/tables.ts';
import { deleteWaiting, deleteWaitingOfContacts, isWithoutTables } from './links-queries.ts';

type Settings = Pick<Config, 'peopleDatabase'>;

const atOnce = 1_000;

/** Deletes all waiting clicks in small steps, so that the link service does not wait long to store more. */
export const dropWaiting = (db: Db, config: Settings, siteId: number): Promise<void> =>
  ifAvailable(async () => {
    while ((await inTransaction(db, (trx) => deleteWaiting(trx, config, siteId, atOnce))) === atOnce);
  });

/**
 * Creates the recorder that deletes waiting clicks of deleted contacts. Otherwise these clicks would be kept for weeks
 * if the site is disconnected. `listSiteIds` returns this site's ids in the link service, including ids from previous
 * connections.
 */
export const waitingClicksRecorder = (config: Settings, listSiteIds: () => Promise<number[]>): EventRecorder => ({
  prepare: async () => async (trx, events) => {
    const contactIds = events.flatMap(idsOfDeleted);
    // The ids are read only if necessary, because this runs for every change, but few changes delete contacts.
    const siteIds = contactIds.length === 0 ? [] : await listSiteIds();
    if (siteIds.length > 0) await ifAvailable(() => deleteWaitingOfContacts(trx, config, siteIds, contactIds));
  },
  committed() {},
});

/** Returns the ids of deleted contacts. Clicks of merged contacts are kept for the other contact. */
const idsOfDeleted = ({ name, contactId, previousIds = [], data }: RecordedEvent): number[] =>
  name === 'contact.deleted' && data.merged_into === undefined ? [contactId, ...previousIds] : [];

/** Ignores missing tables of the link service: disconnecting and deleting contacts must work without it. */
async function ifAvailable(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isWithoutTables(error)) throw error;
  }
}

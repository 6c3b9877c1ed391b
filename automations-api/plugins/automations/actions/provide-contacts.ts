/** Contacts for other plugins: each reads and changes them over connections of its own. */
import type { Caller } from '../../../host/route.ts';
import type { Context } from '../context.ts';
import { changeIfAllowed } from '../events.ts';
import { listMatchingIds, parseFilter } from '../search/matching.ts';
import { findContact, openChanges } from './contact-changes.ts';

export const provideContacts = (context: Context): void =>
  context.provideContacts((plugin) => {
    const own = { ...context, db: context.dbOf(plugin) };
    return {
      find: (by) => findContact(own.db, by),
      ids: async (filter) => listMatchingIds(own, await parseFilter(own.db, filter)),
      change: (work, by: Caller = { type: 'plugin', id: 0, name: plugin }) =>
        changeIfAllowed(own, by, (trx, emit) => work(openChanges(own, trx, emit, by))),
    };
  });

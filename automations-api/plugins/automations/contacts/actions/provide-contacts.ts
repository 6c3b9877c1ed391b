/** The contacts API for other plugins. Each plugin uses its own connections. */
import { withTables } from '../../../../../shared/db/with-tables.ts';
import type { ConsentLinks, Contacts } from '../../../../host/contacts.ts';
import type { Caller } from '../../../../host/core/route.ts';
import type { Context } from '../../context/context.ts';
import { changeIfAllowed } from '../../core/events.ts';
import { createFinder } from '../../finder/core/finder.ts';
import { parseFilter } from '../../finder/parse-filter.ts';
import { resolveFilter } from '../../finder/resolve.ts';
import { type ContactRow, findContactById } from '../core/queries.ts';
import { findContact, openChanges } from './contact-changes.ts';
import { findFaults, listEditableFields, listTermsById } from './describe-contacts.ts';

/** The parts of the contacts API that consent and the connected workspace provide. */
type OfEmails = { linksOf: (contact: ContactRow) => ConsentLinks } & Pick<Contacts, 'emailParts' | 'shortUrls'>;

export const provideContacts = (context: Context, { linksOf, emailParts, shortUrls }: OfEmails): void =>
  context.provideContacts((plugin) => {
    const own = { ...context, db: context.dbOf(plugin) };
    return {
      fields: () => listEditableFields(own.db),
      terms: (ids) => listTermsById(own.db, ids),
      faults: (input) => findFaults(own.db, input),
      find: (by) => findContact(own.db, by),
      async links(contact) {
        const row = await findContactById(own.db, contact);
        return row && linksOf(row);
      },
      emailParts,
      shortUrls,
      addMailKind: (...kind) => context.mails.addKind(...kind),
      async ids(filter) {
        const args = await parseFilter(own.db, filter);
        return createFinder(own).ids(await resolveFilter(own.db, args, context.registries.criteria));
      },
      async change(work, by: Caller = { type: 'plugin', id: 0, name: plugin }) {
        const confirmation = await context.confirmations.prepare();
        return changeIfAllowed(own, by, (trx, emit) =>
          work(openChanges({ ...own, confirmation }, trx, emit, by), withTables(trx)),
        );
      },
    };
  });

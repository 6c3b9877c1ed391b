/**
 * The transactional contacts API for rule steps and other plugins. This plugin's own steps get the transaction from
 * `transactionOf`.
 */
import Type from 'typebox';
import { withTables } from '../../../../../shared/db/with-tables.ts';
import type { Contact, ContactChanges, ContactInput } from '../../../../host/contacts.ts';
import { compileArgs } from '../../../../host/core/args.ts';
import type { Caller } from '../../../../host/core/route.ts';
import type { Context } from '../../context/context.ts';
import { givenColumns } from '../../core/contact-columns.ts';
import { unprocessable } from '../../core/errors.ts';
import { type Emit, system } from '../../core/events.ts';
import type { Db, Trx } from '../../core/tables.ts';
import { keyOfEmail } from '../../core/text.ts';
import { readEvent } from '../../events/core/event.ts';
import { customEvent } from '../../events/core/record.ts';
import { listFieldValuesBySlug } from '../../fields/value-queries.ts';
import { insertMails } from '../../mail/core/queries.ts';
import { listTermsOfContacts } from '../../terms/core/membership-queries.ts';
import { TermType } from '../../terms/core/queries.ts';
import { addNoteIn } from '../../timeline/change-notes.ts';
import { refuseTakenEmail, saveInput, type Written } from '../change-contact.ts';
import { readContactInput } from '../contact-input.ts';
import {
  type ContactRow,
  findContactByEmail,
  findContactById,
  findContactsById,
  lockContactByEmail,
  lockContactById,
} from '../core/queries.ts';
import { nameOfStatus } from '../core/statuses.ts';
import { lockContacts } from '../lock-contacts.ts';
import { ContactChange } from '../schema.ts';
import { applyIn } from './apply.ts';
import { type CompletionSource, completeContact, followMerges } from './complete-contact.ts';

type Source = CompletionSource & Pick<Context, 'registries'>;
type Ids = number | readonly number[];

const mostContacts = 500;
const transactions = new WeakMap<ContactChanges, { trx: Trx; emit: Emit }>();
const clean = compileArgs(ContactChange, { forgiving: true });
const cleanNew = compileArgs(Type.Object({ ...ContactChange.properties, email: givenColumns.email }), {
  forgiving: true,
});

/** Returns the transaction behind the API. */
export function transactionOf(contacts: ContactChanges): { trx: Trx; emit: Emit } {
  const found = transactions.get(contacts);
  if (!found) throw new Error('this transaction over contacts has ended');
  return found;
}

/** Opens the API in a transaction of `changeContacts`, with its `emit`. */
export function openChanges(context: Source, trx: Trx, emit: Emit = () => {}, by: Caller = system): ContactChanges {
  const apply = async (contacts: Ids, action: Parameters<typeof applyIn>[2]) => {
    await applyIn(trx, idsOf(contacts), action, emit);
  };
  const changes: ContactChanges = {
    find: async (by) => showFound(trx, await ('id' in by ? lockContactById(trx, by.id) : lockByEmail(trx, by.email))),
    async add(input) {
      const read = await followMerges(trx, readInput(cleanNew, input));
      const [written] = await refuseTakenEmail(saveInput(context, trx, read, { states: [undefined], emit }));
      return show(trx, (written as Written).row);
    },
    async update(contacts, input) {
      const states = await lockContacts(trx, idsOf(contacts));
      await refuseTakenEmail(saveInput(context, trx, readInput(clean, input), { states, emit }));
    },
    complete: (input, { overwrite = [] } = {}) => completeContact(context, trx, input, { overwrite, emit }),
    async tag(contacts, { tags = [], lists = [] }) {
      if (tags.length > 0) await apply(contacts, { action: 'add_tags', tags });
      if (lists.length > 0) await apply(contacts, { action: 'add_lists', lists });
    },
    async untag(contacts, { tags = [], lists = [] }) {
      if (tags.length > 0) await apply(contacts, { action: 'remove_tags', tags });
      if (lists.length > 0) await apply(contacts, { action: 'remove_lists', lists });
    },
    delete: (contacts) => apply(contacts, { action: 'delete' }),
    note: async (contact, text) => void (await addNoteIn(trx, by, contact, text)),
    trx: withTables(trx),
    mail: (...mails) =>
      insertMails(
        trx,
        mails.map(({ contact = null, data = {}, ...mail }) => ({ ...mail, data: { ...data }, contactId: contact })),
        new Date(),
      ),
    emit(event, contact, data = {}) {
      if (!context.registries.events.find(event)) throw unprocessable(`There is no event ${event}.`);
      if (event === customEvent) readEvent(data, new Date());
      emit({ name: event, contactId: contact, data: { contact_id: contact, ...data } });
    },
  };
  transactions.set(changes, { trx, emit });
  return changes;
}

/** Finds a contact without locking it. */
export const findContact = async (db: Db, by: { id: number } | { email: string }): Promise<Contact | undefined> =>
  showFound(db, await ('id' in by ? findContactById(db, by.id) : findContactByEmail(db, keyOfEmail(by.email))));

/** Finds contacts without locking them. */
export const findContacts = async (db: Db, ids: number[]): Promise<Contact[]> =>
  showAll(db, await findContactsById(db, ids));

function idsOf(contacts: Ids): number[] {
  const ids = [...new Set([contacts].flat())];
  if (ids.length > mostContacts) throw unprocessable(`You can change at most ${mostContacts} contacts at once.`);
  return ids;
}

const lockByEmail = (trx: Trx, address: string) => lockContactByEmail(trx, keyOfEmail(address));

const readInput = (cleanWith: typeof clean, input: ContactInput) => readContactInput(cleanWith(input));

const showFound = async (db: Db, row: ContactRow | undefined) => row && show(db, row);

async function show(db: Db, row: ContactRow): Promise<Contact> {
  return (await showAll(db, [row]))[0] as Contact;
}

async function showAll(db: Db, rows: ContactRow[]): Promise<Contact[]> {
  const ids = rows.map(({ id }) => id);
  const [termsOf, fieldsOf] = [await listTermsOfContacts(db, ids), await listFieldValuesBySlug(db, ids)];
  return rows.map(({ email_key: _, status, ...columns }) => {
    const terms = termsOf.get(columns.id) ?? [];
    const idsOfType = (type: TermType) => terms.filter((term) => term.type === type).map(({ id }) => id);
    return {
      ...columns,
      status: nameOfStatus(status),
      tags: idsOfType(TermType.tag),
      lists: idsOfType(TermType.list),
      fields: fieldsOf.get(columns.id) ?? {},
    };
  });
}

/**
 * The queue of emails, filled in the transaction of their cause, and the writers of each kind. An email is written
 * only when it is sent. Its tokens are therefore never stored, and unneeded emails are not sent.
 */
import type { Selectable } from 'kysely';
import { withTables } from '../../../../../shared/db/with-tables.ts';
import type { SentMail } from '../../../../../shared/mail/send-mails.ts';
import type { Postponed, WrittenMail } from '../../../../../shared/mail/transport.ts';
import type { Contact, ContactMail, MailOutcome, MailRecords, MailWriter } from '../../../../host/contacts.ts';
import { lockContactsById } from '../../contacts/core/queries.ts';
import { presentSecond } from '../../core/dates.ts';
import { system } from '../../core/events.ts';
import type { MailTable, Trx } from '../../core/tables.ts';
import { toOwnRow } from '../../timeline/core/entry.ts';
import { insertTimelineEntries } from '../../timeline/core/queries.ts';
import { insertMails, listContactsOfMails, type NewMail } from './queries.ts';

/** A function that returns additional headers for all emails to a contact. */
type ContactHeaders = (contact: Contact, mailId: number) => Readonly<Record<string, string>>;
type Kind = { write: MailWriter; records: MailRecords<unknown> };
/** A written email with what its kind records. */
type RecordableMail = ContactMail & Pick<Kind, 'records'>;

const plain = 'plain';
/** The longest delay before the next attempt to send an email whose kind has no writer. Plugins start soon after this one. */
const noWriterMs = 30_000;

export class Mails {
  readonly #startedAt = Date.now();
  readonly #kinds = new Map<string, Kind>([[plain, { write: async ({ data }) => data as WrittenMail, records: {} }]]);
  #contactHeaders: ContactHeaders = () => ({});

  /** Adds the writer of a kind. Returns a function that removes it; emails of this kind then wait. */
  addKind(kind: string, write: MailWriter, records: MailRecords<unknown> = {}): () => void {
    if (this.#kinds.has(kind)) throw new Error(`a writer for emails of the kind ${kind} already exists`);
    this.#kinds.set(kind, { write, records });
    return () => void this.#kinds.delete(kind);
  }

  setContactHeaders(headers: ContactHeaders): void {
    this.#contactHeaders = headers;
  }

  /** Queues an email with a fixed text, without secrets. The email is deleted with the contact `contactId`. */
  queue(trx: Trx, { to, contactId, ...mail }: WrittenMail & { to: string; contactId?: number }): Promise<void> {
    return insertMails(trx, [{ to, kind: plain, data: mail, contactId: contactId ?? null }], new Date());
  }

  /** Queues an email of an added kind. `data` is stored as JSON and must not contain secrets. */
  queueKind(trx: Trx, { contactId, ...mail }: Omit<NewMail, 'contactId'> & { contactId?: number }): Promise<void> {
    return insertMails(trx, [{ ...mail, contactId: contactId ?? null }], new Date());
  }

  /** Writes an email, or postpones it if its kind has no writer: the kind's plugin has not started, or is not active. */
  async write(
    { id, kind, recipient: to, data }: Selectable<MailTable>,
    contact: Contact | undefined,
  ): Promise<RecordableMail | Postponed | undefined> {
    const writer = this.#kinds.get(kind);
    if (!writer) {
      const now = Date.now();
      return { postponeTo: new Date(now + Math.min(noWriterMs, 1_000 + now - this.#startedAt)) };
    }
    const written = await writer.write({ id, to, contact, data: JSON.parse(data) });
    if (!written || 'postponeTo' in written) return written;
    const headers = { ...(contact && this.#contactHeaders(contact, id)), ...written.headers };
    return { ...written, headers, records: writer.records };
  }

  /** Adds sent emails to the timelines of their contacts, which may have been merged into others since. */
  async recordSent(trx: Trx, sent: SentMail<RecordableMail>[]): Promise<void> {
    const contactOf = await listContactsOfMails(
      trx,
      sent.map(({ id }) => id),
    );
    const contacts = await lockContactsById(trx, [...new Set(contactOf.values())]);
    const existing = new Set(contacts.map(({ id }) => id));
    const recorded = sent.flatMap(({ id, mail }) => {
      const contact = contactOf.get(id);
      return contact !== undefined && existing.has(contact) ? [{ id, mail, contact }] : [];
    });
    const rows = recorded.map(({ id, mail: { by = system, subject, details }, contact }) =>
      toOwnRow(
        { by, contactId: contact, event: 'email.sent', at: presentSecond() },
        { email_id: id, subject, ...details },
      ),
    );
    await insertTimelineEntries(trx, rows);
    for (const records of new Set(recorded.map(({ mail }) => mail.records))) {
      const own = recorded.filter(({ mail }) => mail.records === records);
      const mails = own.map(({ id, mail, contact }) => ({ mail: id, contact, details: mail.details ?? {} }));
      await records.recordSent?.(withTables(trx), mails);
    }
  }

  /** Lets each kind of email record an outcome, in the transaction that stores the outcome's cause. */
  async recordOutcome(trx: Trx, outcome: MailOutcome): Promise<void> {
    for (const { records } of this.#kinds.values()) await records.recordOutcome?.(withTables(trx), outcome);
  }
}

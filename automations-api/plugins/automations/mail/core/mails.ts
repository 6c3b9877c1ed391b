/**
 * The queue of emails, filled in the transaction of their cause, and the writers of each kind. An email is written
 * only when it is sent. Its tokens are therefore never stored, and unneeded emails are not sent.
 */
import type { Selectable, Transaction } from 'kysely';
import { withTables } from '../../../../../shared/db/with-tables.ts';
import type { DueMail, WrittenMail } from '../../../../../shared/mail/transport.ts';
import type { ContactMail, MailOutcome, MailWriter } from '../../../../host/contacts.ts';
import { lockContactById } from '../../contacts/core/queries.ts';
import { presentSecond } from '../../core/dates.ts';
import { system } from '../../core/events.ts';
import type { MailTable, Trx } from '../../core/tables.ts';
import { toOwnRow } from '../../timeline/core/entry.ts';
import { insertTimelineEntries } from '../../timeline/core/queries.ts';
import { findContactOfMail, insertMail, type NewMail } from './queries.ts';

/** A function that returns additional headers for all emails to a contact. */
type ContactHeaders = (contactId: number, mailId: number) => Promise<Readonly<Record<string, string>>>;
type RecordOutcome = (trx: Transaction<unknown>, outcome: MailOutcome) => Promise<unknown>;
type Kind = { write: MailWriter; recordOutcome?: RecordOutcome | undefined };

const plain = 'plain';
/** The longest delay before the next attempt to send an email whose kind has no writer. Plugins start soon after this one. */
const noWriterMs = 30_000;

export class Mails {
  readonly #startedAt = Date.now();
  readonly #kinds = new Map<string, Kind>([[plain, { write: async ({ data }) => data as WrittenMail }]]);
  #contactHeaders: ContactHeaders = async () => ({});

  /** Adds the writer of a kind. Returns a function that removes it; emails of this kind then wait. */
  addKind(kind: string, write: MailWriter, recordOutcome?: RecordOutcome): () => void {
    if (this.#kinds.has(kind)) throw new Error(`a writer for emails of the kind ${kind} already exists`);
    this.#kinds.set(kind, { write, recordOutcome });
    return () => void this.#kinds.delete(kind);
  }

  setContactHeaders(headers: ContactHeaders): void {
    this.#contactHeaders = headers;
  }

  /** Queues an email with a fixed text, without secrets. It is deleted with the contact `contactId`. */
  queue(trx: Trx, { to, contactId, ...mail }: WrittenMail & { to: string; contactId?: number }): Promise<void> {
    return insertMail(trx, { to, kind: plain, data: mail, contactId: contactId ?? null }, new Date());
  }

  /** Queues an email of an added kind. `data` is stored as JSON and must not contain secrets. */
  queueKind(trx: Trx, { contactId, ...mail }: Omit<NewMail, 'contactId'> & { contactId?: number }): Promise<void> {
    return insertMail(trx, { ...mail, contactId: contactId ?? null }, new Date());
  }

  /** Writes an email, or postpones it if its kind has no writer: the kind's plugin has not started, or is not active. */
  async write(mail: Selectable<MailTable>): Promise<DueMail | undefined> {
    const { id, kind, recipient: to, contact_id: contactId, data } = mail;
    const writer = this.#kinds.get(kind);
    if (!writer) {
      const now = Date.now();
      return { postponeTo: new Date(now + Math.min(noWriterMs, 1_000 + now - this.#startedAt)) };
    }
    const written = await writer.write({ id, to, contactId, data: JSON.parse(data) });
    if (!written || 'postponeTo' in written) return written;
    const { recordSent, details, by, ...message } = written;
    if (contactId === null) return message;
    const headers = { ...(await this.#contactHeaders(contactId, id)), ...message.headers };
    return { ...message, headers, recordSent: (trx) => noteSent(withTables(trx), id, written) };
  }

  /** Passes the outcome of an email to the kinds of emails, in the transaction that stores its cause. */
  async recordOutcome(trx: Trx, outcome: MailOutcome): Promise<void> {
    for (const { recordOutcome } of this.#kinds.values()) await recordOutcome?.(withTables(trx), outcome);
  }
}

type SentMail = Extract<ContactMail, WrittenMail>;

/** Adds a sent email to the timeline of its contact, which can have been merged into another since it was written. */
async function noteSent(trx: Trx, id: number, { subject, details, by = system, recordSent }: SentMail): Promise<void> {
  const contactId = await findContactOfMail(trx, id);
  if (contactId === undefined || !(await lockContactById(trx, contactId))) return;
  const entry = { by, contactId, event: 'email.sent', at: presentSecond() } as const;
  await insertTimelineEntries(trx, [toOwnRow(entry, { email_id: id, subject, ...details })]);
  await recordSent?.(withTables(trx), contactId);
}

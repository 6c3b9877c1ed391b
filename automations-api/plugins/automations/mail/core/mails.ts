/**
 * The queue of emails, filled in the transaction of their cause, and the writers of each kind. An email is written
 * only when it is sent. Its tokens are therefore never stored, and unneeded emails are not sent.
 */
import type { Selectable } from 'kysely';
import type { DueMail, WrittenMail } from '../../../../../shared/mail/transport.ts';
import type { MailWriter } from '../../../../host/contacts.ts';
import type { MailTable, Trx } from '../../core/tables.ts';
import { insertMail, type NewMail } from './queries.ts';

/** A function that returns additional headers for all emails to a contact. */
type ContactHeaders = (contactId: number) => Promise<Readonly<Record<string, string>>>;

const plain = 'plain';
/** The wait before the next attempt of an email whose kind has no writer. */
const noWriterMs = 30_000;

export class Mails {
  readonly #writers = new Map<string, MailWriter>([[plain, async ({ data }) => data as WrittenMail]]);
  #contactHeaders: ContactHeaders = async () => ({});

  /** Adds the writer of a kind. Returns a function that removes it; emails of this kind then wait. */
  addKind(kind: string, write: MailWriter): () => void {
    if (this.#writers.has(kind)) throw new Error(`a writer for emails of the kind ${kind} already exists`);
    this.#writers.set(kind, write);
    return () => void this.#writers.delete(kind);
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
    const { kind, recipient: to, contact_id: contactId, data } = mail;
    const writer = this.#writers.get(kind);
    if (!writer) return { postponeTo: new Date(Date.now() + noWriterMs) };
    const written = await writer({ to, contactId, data: JSON.parse(data) });
    if (!written || 'postponeTo' in written || contactId === null) return written;
    return { ...written, headers: { ...(await this.#contactHeaders(contactId)), ...written.headers } };
  }
}

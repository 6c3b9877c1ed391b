/** Row types of the plugin's tables; see `migrations/`. */
import type { Generated, Kysely, Transaction } from 'kysely';
import type { Flag, Nullable } from '../../../../shared/db/columns.ts';

export type TemplateTable = {
  id: Generated<number>;
  name: string;
  subject: string;
  preheader: string;
  format: 'markdown' | 'html';
  body: string;
  text: string;
  from_name: string;
  from_email: string;
  reply_to: string;
  version: Generated<number>;
  sent: Generated<number>;
  bounced: Generated<number>;
  clicked: Generated<number>;
  unsubscribed: Generated<number>;
  created_at: Date;
  updated_at: Nullable<Date>;
};

/** `id` is the email's id in the outbox. */
type LetterTable = {
  id: number;
  template_id: number;
  contact_id: number;
  sent_at: Date;
  bounced: Generated<Flag>;
  clicked: Generated<Flag>;
  unsubscribed: Generated<Flag>;
};

export type LettersTables = {
  letters_templates: TemplateTable;
  letters_mails: LetterTable;
  letters_pace: { id: number; next_at: Date };
  automations_contacts: { id: number; email: string; status: number };
};

export type Db = Kysely<LettersTables>;
export type Trx = Transaction<LettersTables>;

export const tables = ['letters_templates', 'letters_mails', 'letters_pace'] as const satisfies (keyof LettersTables)[];
export const reads = ['automations_contacts'] as const satisfies (keyof LettersTables)[];

/** Row types of the plugin's tables; see `migrations/`. The host adds the prefix to the names. */
import type { Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { Flag, Nullable } from '../../../../shared/db/columns.ts';
import type { Language } from '../../../../shared/pages/language.ts';

type FormTable = {
  id: Generated<number>;
  name: string;
  slug: string;
  active: Flag;
  definition: string;
  consent_id: number;
  posts: Generated<number>;
  confirmed: Generated<number>;
  created_at: Date;
  updated_at: Nullable<Date>;
};

type ConsentTable = { id: Generated<number>; hash: Buffer; text: string; created_at: Date };

export const outcomes = ['new', 'waiting', 'confirmed', 'added', 'limited', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

type SubmissionTable = {
  id: Generated<number>;
  form_id: number;
  form_name: string;
  contact_id: Generated<number>;
  outcome: Outcome;
  nonce: Buffer;
  email: string;
  email_key: string;
  input: string;
  consent_id: number;
  language: Language;
  created_at: Date;
  due_at: Date;
  mailed_at: Nullable<Date>;
  confirmed_at: Nullable<Date>;
};

export type FormsTables = {
  forms_forms: FormTable;
  forms_consents: ConsentTable;
  forms_submissions: SubmissionTable;
};
export const tables = ['forms_forms', 'forms_consents', 'forms_submissions'] as const;

export type Db = Kysely<FormsTables>;
export type Trx = Transaction<FormsTables>;
export type FormRow = Selectable<FormTable>;
export type SubmissionRow = Selectable<SubmissionTable>;

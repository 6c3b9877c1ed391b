/** Submissions in a contact's personal data, merges and erasure, and the deletion of unconfirmed ones after FORM_DAYS. */
import { sqlDate } from '../../../host/shapes.ts';
import type { Context } from '../core/context.ts';
import {
  deleteBefore,
  deleteOfAddresses,
  deleteOfContacts,
  listOfContact,
  moveToContact,
} from '../core/submission-queries.ts';
import { dayMs } from '../core/tokens.ts';

const atOnce = 1_000;
const unconfirmed = ['waiting', 'limited', 'refused'] as const;

export function keepPersonalData(context: Context): void {
  const { db, contacts, schedule } = context;
  contacts.addSection({
    name: 'form_submissions',
    title: 'Form submissions',
    list: async (contact) =>
      (await listOfContact(db, contact)).map(({ form_name, email, outcome, consent_text, language, ...row }) => ({
        at: sqlDate(row.created_at),
        form: form_name,
        ...{ email, outcome },
        values: JSON.parse(row.input) as unknown,
        ...{ consent_text, language },
        confirmed_at: row.confirmed_at && sqlDate(row.confirmed_at),
      })),
    move: moveToContact,
    remove: deleteOfContacts,
    erase: (trx, { emailKeys }) => deleteOfAddresses(trx, emailKeys),
  });
  schedule({ name: 'forget-unconfirmed', everyMs: 3_600_000, run: () => forgetUnconfirmed(context, new Date()) });
}

export async function forgetUnconfirmed({ db, config }: Pick<Context, 'db' | 'config'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - config.formDays * dayMs);
  for (const outcome of unconfirmed) while ((await deleteBefore(db, outcome, before, atOnce)) === atOnce);
}

/** Emails to the user who created or revoked an API key of this site. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { insertMail, isInformed } from '../../../../shared/people/mail-queries.ts';
import { findUser } from '../../../../shared/people/user-queries.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { Context } from '../context/context.ts';

type ChangedKey = { id: number; description: string };

const mailKinds = {
  automations_key_made: 'contacts-key-made',
  automations_key_revoked: 'contacts-key-revoked',
} as const;

export function emailAboutKeys({ hooks, people, config, log }: Pick<Context, 'hooks' | 'people' | 'config' | 'log'>) {
  const queueMail = (
    kind: (typeof mailKinds)[keyof typeof mailKinds],
    { id, description }: ChangedKey,
    userId: number,
  ) =>
    inTransaction(people, async (trx) => {
      const user = await findUser(trx, userId);
      const now = new Date();
      if (!user || (await isInformed(trx, user.email, Object.values(mailKinds), now))) return;
      const key = description ? `${id} (${description})` : String(id);
      await insertMail(trx, user.email, { kind, name: user.name, key, url: config.siteUrl }, { now });
    });
  for (const [action, kind] of Object.entries(mailKinds)) {
    hooks.addAction(action as keyof typeof mailKinds, async (key: ChangedKey, by: Caller | undefined) => {
      if (by?.type !== 'user') return;
      await queueMail(kind, key, by.id).catch((err) =>
        log.warn({ err }, 'an email about an API key could not be queued'),
      );
    });
  }
}

/** The deactivation of webhooks whose server no longer answers. The workspace's owner gets an email about it. */
import { inTransaction } from '../../shared/db/db.ts';
import { system } from '../../shared/people/actor.ts';
import { getUser } from '../../shared/people/user-queries.ts';
import type { Outcome, Receiver } from '../../shared/webhooks/deliver.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Db } from '../core/tables.ts';
import { insertMail } from '../mail/queries.ts';
import { getOwner } from '../workspaces/queries.ts';
import { setFailing, turnOff } from './queries.ts';

/** Time after which a webhook that keeps failing is turned off, longer than all retries of a delivery. */
const failingAtMostMs = 5 * 86_400_000;

/** Records an attempt. A webhook whose server answers 410, or fails for days, is turned off. */
export async function recordAttempt(
  db: Db,
  id: number,
  { failingSince }: Pick<Receiver, 'failingSince'>,
  { outcome, now }: { outcome: Outcome; now: Date },
): Promise<void> {
  if (outcome === 'gone') await disable(db, id, 'gone', now);
  else if (outcome === 'taken') {
    if (failingSince) await setFailing(db, id, null);
  } else if (!failingSince) await setFailing(db, id, now);
  else if (now.getTime() - failingSince.getTime() > failingAtMostMs) await disable(db, id, 'failing', now);
}

const disable = (db: Db, id: number, reason: 'gone' | 'failing', now: Date) =>
  inTransaction(db, async (trx) => {
    const webhook = await turnOff(trx, id, now);
    if (!webhook) return;
    const { workspaceId, publicId, url } = webhook;
    const { host } = new URL(url);
    const entry = { workspaceId, actor: system, action: 'webhook.disable', objectId: publicId } as const;
    await recordAudit(trx, [{ ...entry, details: { host, reason } }], now);
    const { email } = await getUser(trx, (await getOwner(trx, workspaceId)).userId);
    await insertMail(trx, email, { kind: 'webhook-disabled', host, reason }, { now });
  });

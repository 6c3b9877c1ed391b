/** Mails the owner of a key that it was created, or that it and those created with it were revoked. */

import { getUser } from '../../shared/people/user-queries.ts';
import type { Trx } from '../core/tables.ts';
import { insertNotice } from '../mail/notices.ts';
import type { Permission } from './permission.ts';

type Made = { name: string; permission: Permission; expiresAt: Date | null };
type Of = { name: string };

export async function tellOfKey(
  trx: Trx,
  userId: number,
  { name: workspaceName }: Of,
  { made, now }: { made: Made; now: Date },
) {
  const { name: keyName, permission, expiresAt } = made;
  const notice = { keyName, workspaceName, permission, expiresAt: expiresAt?.toISOString() ?? null };
  await insertNotice(trx, await getUser(trx, userId), { kind: 'key-made', ...notice }, now);
}

export async function tellOfRevokedKeys(
  trx: Trx,
  userId: number,
  { name: workspaceName }: Of,
  { revoked, now }: { revoked: Of[]; now: Date },
) {
  const notice = { keyNames: revoked.map(({ name }) => name), workspaceName };
  await insertNotice(trx, await getUser(trx, userId), { kind: 'keys-revoked', ...notice }, now);
}

/** Emails to the creator of a key when the key is created, or is revoked together with the keys that it created. */
import { getUser } from '../../shared/people/user-queries.ts';
import type { Trx } from '../core/tables.ts';
import { insertNotice } from '../mail/notices.ts';
import type { Permission } from './permission.ts';

type CreatedKey = { name: string; permission: Permission; expiresAt: Date | null };
type Named = { name: string };

export async function notifyOfKey(
  trx: Trx,
  userId: number,
  { name: workspaceName }: Named,
  { key: { name: keyName, permission, expiresAt }, now }: { key: CreatedKey; now: Date },
) {
  const notice = { keyName, workspaceName, permission, expiresAt: expiresAt?.toISOString() ?? null };
  await insertNotice(trx, await getUser(trx, userId), { kind: 'key-made', ...notice }, now);
}

export async function notifyOfRevokedKeys(
  trx: Trx,
  userId: number,
  { name: workspaceName }: Named,
  { revoked, now }: { revoked: Named[]; now: Date },
) {
  const notice = { keyNames: revoked.map(({ name }) => name), workspaceName };
  await insertNotice(trx, await getUser(trx, userId), { kind: 'keys-revoked', ...notice }, now);
}

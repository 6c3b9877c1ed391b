/** Changes after which there must still be an administrator who can sign in. */
import type { Role } from '../../../host/core/route.ts';
import { conflict } from '../core/answers.ts';
import type { Trx } from '../core/tables.ts';
import { deleteAdmin, lockAdministrators, updateAdmin } from '../people/admin-queries.ts';

/** @throws last_administrator */
export async function changeRole(trx: Trx, id: number, role: Role): Promise<void> {
  if (role !== 'administrator') await needAnother(trx, id);
  await updateAdmin(trx, id, { role });
}

/** @throws last_administrator */
export async function removeAdmin(trx: Trx, id: number): Promise<void> {
  await needAnother(trx, id);
  await deleteAdmin(trx, id);
}

async function needAnother(trx: Trx, id: number): Promise<void> {
  const administrators = await lockAdministrators(trx);
  const isLast = administrators.length === 1 && administrators[0] === id;
  if (isLast) throw conflict('last_administrator', 'This is the last administrator; make another one first.');
}

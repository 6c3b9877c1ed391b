/** Implementation of `waypost links domain …`. */
import { domainToASCII } from 'node:url';
import { inTransaction } from '../../../shared/db/db.ts';
import { operator } from '../../../shared/people/actor.ts';
import type { Db } from '../../core/tables.ts';
import { checkDomain, trustDomain } from '../../domains/check-domain.ts';
import { toDomain } from '../../domains/domain.ts';
import { hostOf } from '../../domains/hostname.ts';
import { findDomainByHostname, listAllDomains } from '../../domains/queries.ts';
import { removeDomain } from '../../domains/remove.ts';
import type { Tools } from '../core/tools.ts';

async function needDomain(db: Db, hostname: string) {
  const domain = await findDomainByHostname(db, domainToASCII(hostOf(hostname)));
  if (!domain) throw new Error(`no workspace has connected ${hostname}`);
  return domain;
}

export async function verifyDomain({ db, config, announceChanges }: Tools, hostname: string, trust: boolean) {
  const domain = await needDomain(db, hostname);
  const now = new Date();
  const verified = trust
    ? await inTransaction(db, (trx) => trustDomain(trx, domain.id, operator, now))
    : await checkDomain({ db, config }, domain, operator, now);
  if (!verified) throw new Error(`${hostname} was removed in the meantime`);
  await announceChanges();
  return toDomain(verified);
}

export async function takeDomain({ db, announceChanges }: Tools, hostname: string) {
  const { id, publicId } = await needDomain(db, hostname);
  const now = new Date();
  await inTransaction(db, (trx) => removeDomain(trx, id, operator, now));
  await announceChanges();
  return { id: publicId, removed: true };
}

export const listDomains = async ({ db }: Tools) => ({ domains: (await listAllDomains(db)).map(toDomain) });

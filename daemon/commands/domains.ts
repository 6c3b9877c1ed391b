/** `npm run links -- domain …`: custom domains. */
import { domainToASCII } from 'node:url';
import type { Command } from 'commander';
import { type Db, inTransaction } from '../../shared/db.ts';
import { checkDomain, trustDomain } from '../domains/check-domain.ts';
import { toDomain } from '../domains/domain.ts';
import { hostOf } from '../domains/hostname.ts';
import { findDomainByHostname, listAllDomains } from '../domains/queries.ts';
import { removeDomain } from '../domains/remove.ts';
import { operator } from '../identity/actor.ts';
import { command, type Flags, type Tools, withTools } from './tools.ts';

async function needDomain(db: Db, hostname: string) {
  const domain = await findDomainByHostname(db, domainToASCII(hostOf(hostname)));
  if (!domain) throw new Error(`no workspace has connected ${hostname}`);
  return domain;
}

async function verifyDomain({ db, config, announceChanges }: Tools, hostname: string, trust: boolean) {
  const domain = await needDomain(db, hostname);
  const now = new Date();
  const verified = trust
    ? await inTransaction(db, (trx) => trustDomain(trx, domain.id, operator, now))
    : await checkDomain({ db, config }, domain, operator, now);
  if (!verified) throw new Error(`${hostname} was removed meanwhile`);
  await announceChanges();
  return toDomain(verified);
}

async function takeDomain({ db, announceChanges }: Tools, hostname: string) {
  const { id, publicId } = await needDomain(db, hostname);
  const now = new Date();
  await inTransaction(db, (trx) => removeDomain(trx, id, operator, now));
  await announceChanges();
  return { id: publicId, removed: true };
}

export function addDomainCommands(program: Command): void {
  const domain = program.command('domain').description('custom domains');
  command(domain, 'list', 'list the custom domains of all workspaces').action((flags: Flags) =>
    withTools(flags, async ({ db }) => ({ domains: (await listAllDomains(db)).map(toDomain) })),
  );
  command(domain, 'verify', "check a domain's DNS and certificate now")
    .argument('<hostname>')
    .option('--trust', 'mark it verified without asking DNS')
    .action((hostname: string, flags: Flags & { trust?: boolean }) =>
      withTools(flags, (tools) => verifyDomain(tools, hostname, flags.trust === true)),
    );
  command(domain, 'remove', 'take a domain and its links from its workspace')
    .argument('<hostname>')
    .action((hostname: string, flags: Flags) => withTools(flags, (tools) => takeDomain(tools, hostname)));
}

/**
 * Bans by the scanner: a link goes to its warning page, its owner is told why, and the workspace's offences count. A
 * ban is of certain destinations: a link changed since they were looked at is left alone, and is lifted once what it
 * was changed to is clean. What an operator decided is nobody else's business.
 */
import { type Selectable, sql } from 'kysely';
import type { Config } from '../../shared/config.ts';
import { type Db, inTransaction, type Trx } from '../../shared/db.ts';
import type { LinkBanTable } from '../../shared/tables.ts';
import { type AuditEntry, recordAudit } from '../audit-log/record.ts';
import { recordLinkChanges } from '../change-feed/changes.ts';
import { type Actor, system } from '../identity/actor.ts';
import { shortUrlOf } from '../links/link.ts';
import { insertMail } from '../mail/outbox.ts';
import type { Finding } from './check.ts';
import { destinationColumns, fingerprintOf } from './destinations.ts';
import { reasonText } from './reason-text.ts';

export type Ban = { linkId: number; field: string; url: string; finding: Finding; fingerprint: Buffer };

type Settings = Pick<Config, 'baseUrl' | 'defaultShortDomain' | 'safety'>;

const linksATransaction = 200;
/** A workspace with more links banned at once gets one mail for all of them. */
const mailsAtOnce = 5;
const offenceDays = 30;

/** Bans the links that still have the destinations found unsafe. Resolves to how many. */
export async function banLinks(db: Db, config: Settings, bans: Ban[], now: Date): Promise<number> {
  let count = 0;
  for (let from = 0; from < bans.length; from += linksATransaction) {
    const some = bans.slice(from, from + linksATransaction);
    count += await inTransaction(db, (trx) => banIn(trx, config, some, now));
  }
  return count;
}

async function banIn(trx: Trx, config: Settings, bans: Ban[], now: Date): Promise<number> {
  const byLink = new Map(bans.map((ban) => [ban.linkId, ban]));
  const locked = await lockLinks(trx, [...byLink.keys()]);
  const pardoned = await listPardoned(trx, [...byLink.keys()]);
  const rows = locked.filter((row) => {
    const { fingerprint } = byLink.get(row.id) as Ban;
    return !row.banned && fingerprintOf(row).equals(fingerprint) && !pardoned.get(row.id)?.equals(fingerprint);
  });
  if (rows.length === 0) return 0;
  const made = rows.map((row) => ({ row, ban: byLink.get(row.id) as Ban }));
  const ids = rows.map(({ id }) => id);
  await trx.updateTable('links').set({ banned: true }).where('id', 'in', ids).execute();
  await trx.deleteFrom('link_bans').where('link_id', 'in', ids).execute();
  await trx
    .insertInto('link_bans')
    .values(
      made.map(({ row, ban: { field, finding, fingerprint } }) => ({
        link_id: row.id,
        workspace_id: row.workspace_id,
        source: 'scanner' as const,
        reason: finding.reason,
        field,
        detail: finding.detail?.slice(0, 300) ?? null,
        fingerprint,
        banned_at: now,
      })),
    )
    .execute();
  const entries = made.map(
    ({ row, ban: { field, finding } }): AuditEntry => ({
      workspaceId: row.workspace_id,
      actor: system,
      action: 'link.ban',
      objectId: row.public_id,
      details: { field, ...finding },
    }),
  );
  await recordAudit(trx, entries, now);
  for (const workspaceId of new Set(rows.map((row) => row.workspace_id))) {
    const own = made.filter(({ row }) => row.workspace_id === workspaceId);
    await mailOwner(trx, config, workspaceId, own, now);
    const hosts = new Set(own.map(({ ban }) => new URL(ban.url).hostname));
    await countOffences(trx, config, workspaceId, hosts.size, now);
  }
  await recordLinkChanges(trx, rows.map(toKey));
  return rows.length;
}

type Row = Awaited<ReturnType<typeof lockLinks>>[number];
type Made = { row: Row; ban: Ban };

const toKey = (row: Pick<Row, 'domain_id' | 'slug'>) => ({ domainId: row.domain_id, slug: row.slug });

const lockLinks = (trx: Trx, ids: number[]) =>
  trx
    .selectFrom('links')
    .select(['id', 'public_id', 'workspace_id', 'domain_id', 'slug', 'banned', ...destinationColumns])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Links whose destinations an operator let pass, with the fingerprints of those. */
async function listPardoned(trx: Trx, ids: number[]): Promise<Map<number, Buffer>> {
  const rows = await trx
    .selectFrom('link_bans')
    .select(['link_id', 'fingerprint'])
    .where('link_id', 'in', ids)
    .where('source', '=', 'pardon')
    .execute();
  return new Map(rows.flatMap((row) => (row.fingerprint ? [[row.link_id, row.fingerprint] as const] : [])));
}

async function mailOwner(trx: Trx, config: Settings, workspaceId: number, made: Made[], now: Date): Promise<void> {
  const owner = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .where('members.workspace_id', '=', workspaceId)
    .where('members.is_owner', '=', true)
    .select('users.email')
    .executeTakeFirst();
  if (!owner) return;
  const told = made.length > mailsAtOnce ? made.slice(0, 1) : made;
  const others = made.length - told.length;
  for (const { row, ban } of told) {
    const domain = await domainOf(trx, config, row.domain_id);
    const reason = `it ${reasonText(ban.finding.reason)}${others > 0 ? `; ${others} more of your links were disabled too` : ''}`;
    const shortUrl = shortUrlOf(config, domain, row.slug);
    await insertMail(trx, owner.email, { kind: 'link-banned', shortUrl, destination: ban.url, reason }, now);
  }
}

async function domainOf(trx: Trx, { defaultShortDomain }: Settings, domainId: number): Promise<string> {
  if (domainId === 0) return defaultShortDomain;
  const row = await trx.selectFrom('domains').select('hostname').where('id', '=', domainId).executeTakeFirst();
  return row?.hostname ?? defaultShortDomain;
}

/** Counts the unsafe hosts a workspace led to in the last 30 days, and flags it when there are too many. */
async function countOffences(trx: Trx, { safety }: Settings, workspaceId: number, more: number, now: Date) {
  const oldest = new Date(now.getTime() - offenceDays * 86_400_000);
  await trx
    .insertInto('workspace_offences')
    .values({ workspace_id: workspaceId, bans: more, since: now })
    .onDuplicateKeyUpdate({
      bans: sql`IF(since < ${oldest}, 0, bans) + ${more}`,
      since: sql`IF(since < ${oldest}, ${now}, since)`,
    })
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable('workspace_offences')
    .set({ flagged_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('flagged_at', 'is', null)
    .where('bans', '>=', safety.flagAfterBans)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const { public_id: objectId } = await trx
    .selectFrom('workspaces')
    .select('public_id')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  await recordAudit(trx, [{ workspaceId, actor: system, action: 'workspace.flag', objectId }], now);
}

/** For a link that is gone. */
export const forgetBan = (trx: Trx, linkId: number) =>
  trx.deleteFrom('link_bans').where('link_id', '=', linkId).execute();

export type BanRow = Selectable<LinkBanTable>;

/** The destinations are not the ones that were banned. */
export const isChanged =
  (fingerprint: Buffer) =>
  (ban: BanRow): boolean =>
    !ban.fingerprint?.equals(fingerprint);

/**
 * Lifts the scanner's ban of a link found clean with the destinations of `fingerprint`, if `ends` holds for the ban.
 * Resolves to whether it was lifted.
 */
export const liftBan = (
  db: Db,
  linkId: number,
  fingerprint: Buffer,
  ends: (ban: BanRow) => boolean,
  now: Date,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const [row] = await lockLinks(trx, [linkId]);
    if (!row?.banned || !fingerprintOf(row).equals(fingerprint)) return false;
    const ban = await trx.selectFrom('link_bans').selectAll().where('link_id', '=', linkId).executeTakeFirst();
    if (ban?.source !== 'scanner' || !ends(ban)) return false;
    await trx.updateTable('links').set({ banned: false }).where('id', '=', linkId).execute();
    await trx.deleteFrom('link_bans').where('link_id', '=', linkId).execute();
    const entry = { workspaceId: row.workspace_id, actor: system, objectId: row.public_id };
    await recordAudit(trx, [{ ...entry, action: 'link.unban' }], now);
    await recordLinkChanges(trx, [toKey(row)]);
    return true;
  });

/**
 * Bans a link or lifts its ban, whatever its workspace and whoever banned it: the operator's act. Lifting is a word about
 * the destinations there are, which scans then leave alone. False when there is no such link.
 */
export async function setBanned(
  trx: Trx,
  publicId: string,
  banned: boolean,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  const link = await trx
    .selectFrom('links')
    .select(['id', 'workspace_id as workspaceId', 'domain_id as domainId', 'slug', ...destinationColumns])
    .where('public_id', '=', publicId)
    .forUpdate()
    .executeTakeFirst();
  if (!link) return false;
  await trx.updateTable('links').set({ banned }).where('id', '=', link.id).execute();
  await trx.deleteFrom('link_bans').where('link_id', '=', link.id).execute();
  await trx
    .insertInto('link_bans')
    .values({
      link_id: link.id,
      workspace_id: link.workspaceId,
      source: banned ? 'operator' : 'pardon',
      fingerprint: fingerprintOf(link),
      banned_at: now,
    })
    .execute();
  const entry = { workspaceId: link.workspaceId, actor, objectId: publicId };
  await recordAudit(trx, [{ ...entry, action: banned ? 'link.ban' : 'link.unban' }], now);
  await recordLinkChanges(trx, [link]);
  return true;
}

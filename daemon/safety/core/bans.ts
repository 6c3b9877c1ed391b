/**
 * Bans of links. A banned link shows a warning page, its owner gets the reason, and the workspace's offences are counted. A
 * ban applies to certain destinations. A link that was changed since the check is not banned, and a ban ends once the new
 * destinations are clean. The scanner never changes an operator's decision.
 */
import type { Config } from '../../../shared/config/config.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import { shortUrlOf } from '../../../shared/link-clicks/short-url.ts';
import { type Actor, system } from '../../../shared/people/actor.ts';
import type { AuditEntry } from '../../../shared/people/audit-entry.ts';
import { recordAudit } from '../../audit-log/record.ts';
import { recordLinkChanges } from '../../change-feed/changes.ts';
import type { Db, Trx } from '../../core/tables.ts';
import type { LinkSettings } from '../../links/core/link.ts';
import { notifyOfLinks } from '../../links/core/notify-webhooks.ts';
import type { Mail } from '../../mail/mail-texts.ts';
import { insertMail } from '../../mail/queries.ts';
import {
  addOffences,
  type BanRow,
  decideAppeals,
  deleteBans,
  findBan,
  findHostname,
  findOwnerEmail,
  type LockedLink,
  listPardoned,
  lockLinkByPublicId,
  lockLinks,
  replaceBans,
  updateBanned,
} from './ban-queries.ts';
import type { Finding } from './check.ts';
import { fingerprintOf } from './destinations.ts';
import { reasonText } from './reason-text.ts';

export type Ban = { linkId: number; field: string; url: string; finding: Finding; fingerprint: Buffer };

type Settings = LinkSettings & Pick<Config, 'safety'>;

const linksPerTransaction = 200;
/** Maximum number of a workspace's banned links with separate emails. For more, its owner gets one email. */
const mailsAtOnce = 5;
const offenceDays = 30;

/** Bans the links that still have the unsafe destinations. Resolves to the number of banned links. */
export async function banLinks(db: Db, config: Settings, bans: Ban[], now: Date): Promise<number> {
  let count = 0;
  for (let from = 0; from < bans.length; from += linksPerTransaction) {
    const batch = bans.slice(from, from + linksPerTransaction);
    count += await inTransaction(db, (trx) => banIn(trx, config, batch, now));
  }
  return count;
}

/** A link to ban, and the reason. */
type Banned = { row: LockedLink; ban: Ban };

async function banIn(trx: Trx, config: Settings, bans: Ban[], now: Date): Promise<number> {
  const banned = await chooseBans(trx, bans);
  if (banned.length === 0) return 0;
  await updateBanned(
    trx,
    banned.map(({ row }) => row.id),
    true,
  );
  await replaceBans(
    trx,
    banned.map((link) => toBanRow(link, now)),
  );
  await recordAudit(trx, banned.map(toEntry), now);
  for (const workspaceId of new Set(banned.map(({ row }) => row.workspace_id))) {
    const own = banned.filter(({ row }) => row.workspace_id === workspaceId);
    await mailOwner(trx, config, workspaceId, { banned: own, now });
    const hosts = new Set(own.map(({ ban }) => new URL(ban.url).hostname));
    await countOffences(trx, config, workspaceId, { more: hosts.size, now });
    await notifyWebhooksOfBans(trx, config, workspaceId, { banned: own, now });
  }
  await recordLinkChanges(
    trx,
    banned.map(({ row }) => toKey(row)),
  );
  return banned.length;
}

/** Locks the links, and returns the bans that still match their link. */
async function chooseBans(trx: Trx, bans: Ban[]): Promise<Banned[]> {
  const byLink = new Map(bans.map((ban) => [ban.linkId, ban]));
  const locked = await lockLinks(trx, [...byLink.keys()]);
  const pardoned = await listPardoned(trx, [...byLink.keys()]);
  return locked.flatMap((row) => {
    const ban = byLink.get(row.id) as Ban;
    const { fingerprint } = ban;
    const applies = !row.banned && fingerprintOf(row).equals(fingerprint) && !pardoned.get(row.id)?.equals(fingerprint);
    return applies ? [{ row, ban }] : [];
  });
}

const toKey = (row: Pick<LockedLink, 'domain_id' | 'slug'>) => ({ domainId: row.domain_id, slug: row.slug });

const toBanRow = ({ row, ban: { field, finding, fingerprint } }: Banned, now: Date): BanRow => ({
  link_id: row.id,
  workspace_id: row.workspace_id,
  source: 'scanner',
  reason: finding.reason,
  field,
  detail: finding.detail?.slice(0, 300) ?? null,
  fingerprint,
  banned_at: now,
  words: null,
});

const toEntry = ({ row, ban: { field, finding } }: Banned): AuditEntry => ({
  workspaceId: row.workspace_id,
  actor: system,
  action: 'link.ban',
  objectId: row.public_id,
  details: { field, ...finding },
});

/** Sends the workspace's webhooks the banned links and the reasons. */
function notifyWebhooksOfBans(
  trx: Trx,
  config: Settings,
  workspaceId: number,
  { banned, now }: { banned: Banned[]; now: Date },
): Promise<void> {
  const bans = new Map(banned.map(({ row, ban: { field, finding } }) => [row.id, { field, reason: finding.reason }]));
  const happening = { workspaceId, event: 'link.banned', now } as const;
  return notifyOfLinks(trx, config, happening, { ids: [...bans.keys()], detailsOf: (id) => ({ ban: bans.get(id) }) });
}

async function mailOwner(
  trx: Trx,
  config: Settings,
  workspaceId: number,
  { banned, now }: { banned: Banned[]; now: Date },
): Promise<void> {
  const email = await findOwnerEmail(trx, workspaceId);
  if (email === undefined) return;
  const shown = banned.length > mailsAtOnce ? banned.slice(0, 1) : banned;
  const others = banned.length - shown.length;
  for (const { row, ban } of shown) {
    const shortUrl = await shortUrlIn(trx, config, row);
    const reason = `it ${reasonText(ban.finding.reason)}${others > 0 ? `; ${others} more of your links were disabled too` : ''}`;
    await insertMail(trx, email, { kind: 'link-banned', shortUrl, destination: ban.url, reason }, { now });
  }
}

/** Counts the unsafe hosts of a workspace's links in the last 30 days. Flags the workspace if there are too many. */
async function countOffences(
  trx: Trx,
  { safety }: Settings,
  workspaceId: number,
  { more, now }: { more: number; now: Date },
) {
  const oldest = new Date(now.getTime() - offenceDays * 86_400_000);
  const objectId = await addOffences(trx, { workspaceId, more, oldest, flagAfter: safety.flagAfterBans, now });
  if (objectId === undefined) return;
  await recordAudit(trx, [{ workspaceId, actor: system, action: 'workspace.flag', objectId }], now);
}

/** Returns a function that tests whether a ban was for destinations with another fingerprint. */
export const isChanged =
  (fingerprint: Buffer) =>
  (ban: BanRow): boolean =>
    !ban.fingerprint?.equals(fingerprint);

/**
 * Lifts the scanner's ban on a link that was found clean. Its destinations must still match `fingerprint`, and
 * `canLift` must accept the ban.
 */
export const liftBan = (
  db: Db,
  config: LinkSettings,
  linkId: number,
  { fingerprint, canLift, now }: { fingerprint: Buffer; canLift: (ban: BanRow) => boolean; now: Date },
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const [row] = await lockLinks(trx, [linkId]);
    if (!row?.banned || !fingerprintOf(row).equals(fingerprint)) return false;
    const ban = await findBan(trx, linkId);
    if (ban?.source !== 'scanner' || !canLift(ban)) return false;
    await updateBanned(trx, [linkId], false);
    await deleteBans(trx, [linkId]);
    await endAppeals(trx, config, row, { status: 'cleared', answer: null, now });
    const entry = { workspaceId: row.workspace_id, actor: system, objectId: row.public_id };
    await recordAudit(trx, [{ ...entry, action: 'link.unban' }], now);
    await notifyWebhooksOfUnban(trx, config, row, now);
    await recordLinkChanges(trx, [toKey(row)]);
    return true;
  });

const notifyWebhooksOfUnban = (
  trx: Trx,
  config: LinkSettings,
  { id, workspace_id: workspaceId }: LockedLink,
  now: Date,
) =>
  notifyOfLinks(
    trx,
    config,
    { workspaceId, event: 'link.updated', now },
    { ids: [id], detailsOf: () => ({ changed: ['banned'] }) },
  );

/** Deletes the ban of a deleted link. */
export const forgetBan = (trx: Trx, linkId: number) => deleteBans(trx, [linkId]);

/** Decides the appeal against a link's ban, and emails the operator's answer to the owner. */
export async function endAppeals(
  trx: Trx,
  config: LinkSettings,
  link: LockedLink,
  { status, answer, now }: { status: 'banned' | 'cleared'; answer: string | null; now: Date },
): Promise<void> {
  if (!(await decideAppeals(trx, link.id, status, { answer, now }))) return;
  const shortUrl = await shortUrlIn(trx, config, link);
  await mailOwnerOf(trx, link, { kind: 'appeal-decided', shortUrl, lifted: status === 'cleared', answer }, now);
}

async function shortUrlIn(trx: Trx, config: LinkSettings, { domain_id: domainId, slug }: LockedLink): Promise<string> {
  return shortUrlOf(config, (await findHostname(trx, domainId)) ?? config.defaultShortDomain, slug);
}

async function mailOwnerOf(trx: Trx, { workspace_id: workspaceId }: LockedLink, mail: Mail, now: Date): Promise<void> {
  const email = await findOwnerEmail(trx, workspaceId);
  if (email !== undefined) await insertMail(trx, email, mail, { now });
}

/** An operator's decision. `words` is the reason for the owner. */
export type OperatorBan = { banned: boolean; words?: string | null };

/**
 * Bans or unbans a link of any workspace for an operator, regardless of an existing ban. Unbanning approves its current
 * destinations, which scans then ignore. An existing ban keeps its time, so that it can be appealed only once. Returns
 * `false` if the link does not exist.
 */
export async function setBanned(
  trx: Trx,
  config: LinkSettings,
  publicId: string,
  { operatorBan: { banned, words = null }, actor, now }: { operatorBan: OperatorBan; actor: Actor; now: Date },
): Promise<boolean> {
  const link = await lockLinkByPublicId(trx, publicId);
  if (!link) return false;
  const { id, workspace_id: workspaceId } = link;
  const before = link.banned ? await findBan(trx, id) : undefined;
  await updateBanned(trx, [id], banned);
  await replaceBans(trx, [
    {
      link_id: id,
      workspace_id: workspaceId,
      source: banned ? 'operator' : 'pardon',
      fingerprint: fingerprintOf(link),
      banned_at: (banned && before?.banned_at) || now,
      words,
    },
  ]);
  await recordAudit(trx, [{ workspaceId, actor, objectId: publicId, action: banned ? 'link.ban' : 'link.unban' }], now);
  if (banned !== link.banned) await notifyOfDecision(trx, config, link, { operatorBan: { banned, words }, now });
  if (!banned) await endAppeals(trx, config, link, { status: 'cleared', answer: words, now });
  await recordLinkChanges(trx, [toKey(link)]);
  return true;
}

/** Notifies the workspace's webhooks of an operator's decision. A ban with a reason is emailed to the owner. */
async function notifyOfDecision(
  trx: Trx,
  config: LinkSettings,
  link: LockedLink,
  { operatorBan: { banned, words }, now }: { operatorBan: OperatorBan; now: Date },
): Promise<void> {
  if (!banned) return notifyWebhooksOfUnban(trx, config, link, now);
  const happening = { workspaceId: link.workspace_id, event: 'link.banned', now } as const;
  await notifyOfLinks(trx, config, happening, {
    ids: [link.id],
    detailsOf: () => ({ ban: { field: null, reason: 'operator' } }),
  });
  if (words) {
    const shortUrl = await shortUrlIn(trx, config, link);
    await mailOwnerOf(trx, link, { kind: 'link-banned-by-hand', shortUrl, reason: words }, now);
  }
}

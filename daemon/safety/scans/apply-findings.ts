/**
 * The consequences of findings: findings of high confidence ban a link, and an operator reviews doubtful ones. In a
 * flagged workspace, doubtful findings ban the link too. The caller announces changes.
 */
import type { Config } from '../../../shared/config/config.ts';
import type { Db } from '../../core/tables.ts';
import { type Ban, banLinks } from '../core/bans.ts';
import { type CheckRules, checkDestination, type Finding, softened } from '../core/check.ts';
import { fingerprintOf, urlsToCheckInRow } from '../core/destinations.ts';
import { insertReview } from '../core/review-queries.ts';
import { isFlagged, type ScannedLink } from './queries.ts';

export type UnsafeUrl = { field: string; url: string; finding: Finding };

/** Returns the local check's findings about a link's destinations, without sending a request. */
export const checkLink = (link: ScannedLink, rules: CheckRules): UnsafeUrl[] =>
  urlsToCheckInRow(link).flatMap(({ field, url }) => {
    const finding = checkDestination(url, rules);
    return finding ? [{ field, url, finding: softened(finding) }] : [];
  });

type Settings = Pick<Config, 'baseUrl' | 'defaultShortDomain' | 'safety'>;

export type Suspect = { link: ScannedLink; found: UnsafeUrl[] };

/** Bans links or inserts reviews. Links without findings stay unchanged. Resolves to the number of banned links. */
export async function applyFindings(db: Db, config: Settings, suspects: Suspect[], now: Date): Promise<number> {
  const bans: Ban[] = [];
  for (const { link, found } of suspects) {
    const worst = found.find(({ finding }) => finding.confidence === 'high') ?? found[0];
    if (!worst || link.banned) continue;
    const fingerprint = fingerprintOf(link);
    if (worst.finding.confidence === 'high' || (await isFlagged(db, link.workspace_id))) {
      bans.push({ linkId: link.id, fingerprint, ...worst });
      continue;
    }
    for (const { field, finding } of found) {
      const doubt = { linkId: link.id, workspaceId: link.workspace_id, source: 'scanner' as const, fingerprint };
      await insertReview(db, { ...doubt, reason: finding.reason, field, detail: finding.detail ?? null }, now);
    }
  }
  return banLinks(db, config, bans, now);
}

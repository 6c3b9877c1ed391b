/**
 * The checks shared by all processes of the link service: whether anything is due or has changed. Each check reads an
 * index.
 */
// biome-ignore-all lint/plugin: everything is written in one handwritten statement.
import type { Redis } from 'ioredis';
import { sql } from 'kysely';
import type { Config } from '../../shared/config/config.ts';
import { withinMs } from '../../shared/db/db.ts';
import { lookMs, type Probe, Pulse } from '../../shared/jobs/pulse.ts';
import type { Log } from '../../shared/log/log.ts';
import { linkFeed } from '../change-feed/feed.ts';
import type { Db } from '../core/tables.ts';

/** Time without a heartbeat after which a click worker counts as lost. */
export const workerGoneSeconds = 6;
/**
 * Interval between checks. Even if a message is lost, all processes must learn of a change within a second. Other
 * delays add to this one.
 */
const everyMs = 750;
/** Interval between checks that are not urgent, after a quiet period. */
const restMs = 3_000;

const now = sql`UTC_TIMESTAMP(3)`;
const secondsAgo = (seconds: number) => sql`${now} - INTERVAL ${sql.lit(seconds)} SECOND`;
const rows = (from: Probe): Probe => sql`EXISTS (SELECT 1 FROM ${from})`;
const waiting = sql`('new', 'queued')`;

/**
 * The query that checks whether notes about links' totals are due: after a minute, or if none was added for 3 seconds.
 */
export const areNotesDue = sql`SELECT MIN(noted_at) < ${secondsAgo(60)} OR MAX(noted_at) < ${secondsAgo(3)}
  FROM noted_clicks`;

const probes = {
  feed: sql`CONCAT((SELECT id FROM installation LIMIT 1), '/', COALESCE((${linkFeed.lastMark}), ''))`,
  lists: sql`SELECT BIT_XOR(CRC32(CONCAT_WS(':', name, version, applied_version, checksum))) FROM safety_lists`,
  scans: sql`${rows(sql`link_scans WHERE lane = 0 AND due_at <= ${now}`)}
    OR ${rows(sql`link_scans WHERE lane = 1 AND due_at <= ${now}`)}
    OR ${rows(sql`link_scans WHERE lane = 2 AND due_at <= ${now}`)}`,
  reports: rows(sql`members WHERE report_due_at <= ${now}`),
  mails: rows(sql`mails WHERE status = 'waiting' AND due_at <= ${now}`),
  webhooks: sql`${rows(sql`webhook_deliveries WHERE status IN ${waiting}
      GROUP BY status, webhook_id HAVING MIN(due_at) <= ${now}`)}
    OR ${rows(sql`webhook_clicks`)}`,
  'ended webhooks': rows(sql`webhooks WHERE deleted_at IS NOT NULL`),
  imports: rows(sql`imports
    WHERE status IN ('queued', 'reading', 'running') OR undo_status IN ('queued', 'running')`),
  tags: rows(sql`tags WHERE replaced_by IS NOT NULL`),
  'clicked links': sql`${rows(sql`clicked_links`)} OR (${areNotesDue})`,
  'contact links': rows(sql`contact_links WHERE fault IS NULL`),
  logos: rows(sql`domains WHERE logo_due_at <= ${now}`),
  domains: sql`${rows(sql`domains WHERE next_check_at <= ${now}`)}
    OR ${rows(sql`domains WHERE removed_at IS NOT NULL`)}`,
  workers: sql`SELECT BIT_XOR(CRC32(id)) FROM click_workers WHERE seen_at > ${secondsAgo(workerGoneSeconds)}`,
  clearings: sql`${rows(sql`workspaces WHERE clear_at <= ${now}`)} OR ${rows(sql`address_erasures`)}`,
};

export type LinkNews = keyof typeof probes;

/** News that affects redirects. */
const urgent: LinkNews[] = ['feed', 'lists'];

type PulseOptions = {
  config: Config;
  db: Db;
  commands: Redis;
  subscriber: Redis;
  log: Log;
};

export function openLinksPulse({ config, db, ...stores }: PulseOptions): Pulse<LinkNews> {
  const channel = `${config.redisPrefix}:pulse`;
  return new Pulse({ ...stores, db: withinMs(db, lookMs), channel, everyMs, restMs, urgent, probes });
}

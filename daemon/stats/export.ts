/**
 * Raw clicks as CSV, a day after the other and within a day link by link, each in the order of time. Pages are read
 * by key and only as fast as the client takes them, so that any number of rows needs the memory of one page, and a
 * client that goes away stops the reading.
 */
import type { Selectable } from 'kysely';
import type { Config } from '../../shared/config.ts';
import type { Db } from '../../shared/db.ts';
import type { ClickTable } from '../../shared/tables.ts';
import { wordsOfIds } from '../clicks/click-dictionary.ts';
import { wholeWorkspace } from '../clicks/counts.ts';
import { ClickFlag } from '../clicks/rows.ts';
import { dayMs, dayOf } from '../clicks/time.ts';
import { domainOf } from '../links/link.ts';
import { csvLine } from './csv.ts';
import { findLinkNames, type LinkName } from './link-names.ts';
import type { Subject } from './queries.ts';
import { triggers, valueName } from './values.ts';
import type { Times } from './window.ts';

const rowsAPage = 2_000;

export const columns = [
  'clickedAt',
  'linkId',
  'domain',
  'slug',
  'destination',
  'country',
  'device',
  'os',
  'browser',
  'referrer',
  'trigger',
  'isBot',
  'visitorId',
] as const;

type Row = Selectable<ClickTable>;

export async function* exportClicks(db: Db, config: Config, subject: Subject, times: Times): AsyncGenerator<string> {
  yield csvLine(columns);
  for (const day of await listDaysWithClicks(db, subject, times)) {
    for (let after: Row | undefined; ; ) {
      const rows = await listPage(db, subject, day, times, after);
      if (rows.length > 0) yield await toLines(db, config, subject.workspaceId, rows);
      if (rows.length < rowsAPage) break;
      after = rows.at(-1);
    }
  }
}

async function listDaysWithClicks(db: Db, { workspaceId, linkId }: Subject, { from, to }: Times): Promise<number[]> {
  const first = dayOf(from);
  const days = Array.from({ length: dayOf(to) - first + 1 }, (_, index) => first + index);
  const rows = await db
    .selectFrom('click_days')
    .select('day')
    .where('workspace_id', '=', workspaceId)
    .where('day', 'in', days)
    .where('link_id', '=', linkId)
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => day);
}

/** The clicks of a day after one of them, in key order. */
export function listPage(db: Db, { workspaceId, linkId }: Subject, day: number, { from, to }: Times, after?: Row) {
  let query = db
    .selectFrom('clicks')
    .selectAll()
    .where('day', '=', day)
    .where('workspace_id', '=', workspaceId)
    .orderBy('link_id')
    .orderBy('ms')
    .orderBy('seq')
    .limit(rowsAPage);
  if (linkId !== wholeWorkspace) query = query.where('link_id', '=', linkId);
  if (day === dayOf(from)) query = query.where('ms', '>=', from - day * dayMs);
  if (day === dayOf(to)) query = query.where('ms', '<', to - day * dayMs);
  if (after) {
    query = query.where((e) =>
      e.or([
        e('link_id', '>', after.link_id),
        e.and([
          e('link_id', '=', after.link_id),
          e.or([e('ms', '>', after.ms), e.and([e('ms', '=', after.ms), e('seq', '>', after.seq)])]),
        ]),
      ]),
    );
  }
  return query.execute();
}

async function toLines(db: Db, config: Config, workspaceId: number, rows: Row[]): Promise<string> {
  const [names, words] = await Promise.all([
    findLinkNames(db, workspaceId, [...new Set(rows.map(({ link_id }) => link_id))]),
    wordsOfIds(
      db,
      rows.flatMap(({ os, browser, referrer }) => [os, browser, referrer]),
    ),
  ]);
  return rows.map((row) => csvLine(toCells(config, row, names.get(row.link_id), words))).join('');
}

function toCells(config: Config, row: Row, name: LinkName | undefined, words: Map<number, string>): string[] {
  return [
    new Date(row.day * dayMs + row.ms).toISOString(),
    name?.publicId ?? '',
    name ? domainOf(config, name) : '',
    name?.slug ?? '',
    name?.url ?? '',
    valueName('country', row.country, words),
    valueName('device', row.device, words),
    valueName('os', row.os, words),
    valueName('browser', row.browser, words),
    valueName('referrer', row.referrer, words),
    triggers[row.flags & ClickFlag.qr ? 1 : 0],
    String((row.flags & ClickFlag.bot) !== 0),
    row.visitor.toString(16).padStart(14, '0'),
  ];
}

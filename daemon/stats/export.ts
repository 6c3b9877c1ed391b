/**
 * Raw clicks as CSV, a day after the other and within a day link by link, each in the order of time. Pages are read
 * by key and only as fast as the client takes them, so that any number of rows needs the memory of one page, and a
 * client that goes away stops the reading.
 */
import type { Config } from '../../shared/config.ts';
import { type Db, patient } from '../../shared/db.ts';
import { wordsOfIds } from '../clicks/click-dictionary.ts';
import { ClickFlag, choiceIn } from '../clicks/rows.ts';
import { dayMs } from '../clicks/time.ts';
import { domainOf } from '../links/link.ts';
import { Choice } from '../redirect/visit.ts';
import { csvLine } from './csv.ts';
import { departureKey, findDestinations } from './destination-queries.ts';
import { type ClickRow, listClicks, listDaysWithClicks, rowsAPage } from './export-queries.ts';
import { findLinkNames, type LinkName } from './link-name-queries.ts';
import type { Subject } from './queries.ts';
import { triggers, valueName } from './values.ts';
import type { Times } from './window.ts';

const columns = [
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

export async function* exportClicks(from: Db, config: Config, subject: Subject, times: Times): AsyncGenerator<string> {
  const db = patient(from);
  yield csvLine(columns);
  for (const day of await listDaysWithClicks(db, subject, times)) {
    for (let after: ClickRow | undefined; ; ) {
      const rows = await listClicks(db, subject, day, times, after);
      if (rows.length > 0) yield await toLines(db, config, subject.workspaceId, rows);
      if (rows.length < rowsAPage) break;
      after = rows.at(-1);
    }
  }
}

async function toLines(db: Db, config: Config, workspaceId: number, rows: ClickRow[]): Promise<string> {
  const [names, destinations, words] = await Promise.all([
    findLinkNames(db, workspaceId, [...new Set(rows.map(({ link_id }) => link_id))]),
    findDestinations(
      db,
      workspaceId,
      rows.map(departureOf).filter(({ choice }) => choice !== Choice.url),
    ),
    wordsOfIds(
      db,
      rows.flatMap(({ os, browser, referrer }) => [os, browser, referrer]),
    ),
  ]);
  return rows
    .map((row) => {
      const name = names.get(row.link_id);
      const departure = departureOf(row);
      const destination = departure.choice === Choice.url ? name?.url : destinations.get(departureKey(departure));
      return csvLine(toCells(config, row, name, destination ?? '', words));
    })
    .join('');
}

const departureOf = ({ link_id: linkId, country, flags }: ClickRow) => ({ linkId, country, choice: choiceIn(flags) });

function toCells(
  config: Config,
  row: ClickRow,
  name: LinkName | undefined,
  destination: string,
  words: Map<number, string>,
): string[] {
  return [
    new Date(row.day * dayMs + row.ms).toISOString(),
    name?.publicId ?? '',
    name ? domainOf(config, name) : '',
    name?.slug ?? '',
    destination,
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

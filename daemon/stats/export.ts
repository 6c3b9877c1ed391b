/**
 * Raw clicks as CSV, a day after the other and within a day link by link, each in the order of time. Pages are read
 * only as fast as the client takes them, so that any number of rows needs the memory of one page, and a client that goes
 * away stops the reading.
 */
import type { Config } from '../../shared/config/config.ts';
import { patient } from '../../shared/db/db.ts';
import type { StoredClick } from '../clicks/core/click.ts';
import { dayMs } from '../clicks/time.ts';
import type { Db } from '../core/tables.ts';
import { domainOf } from '../links/core/link.ts';
import { Choice } from '../redirect/core/visit.ts';
import { listDaysWithClicks } from './core/export-queries.ts';
import type { Subject } from './core/queries.ts';
import { type TimeZone, toLocalIso, utc } from './core/time-zone.ts';
import { triggers, valueName, wordsOfClicks } from './core/values.ts';
import type { Times } from './core/window.ts';
import { csvLine } from './csv.ts';
import { departureKey, findDestinations } from './destination-queries.ts';
import { columns } from './export-columns.ts';
import { readPage } from './export-page.ts';
import { findLinkNames, type LinkName } from './link-name-queries.ts';

const linesAChunk = 2_000;

export async function* exportClicks(
  from: Db,
  config: Config,
  subject: Subject,
  times: Times & { zone: TimeZone },
  places: number[],
): AsyncGenerator<string> {
  const db = patient(from);
  const toLine = (cells: readonly string[]) => csvLine(places.map((place) => cells[place] as string));
  yield toLine(columns);
  for (const part of await listDaysWithClicks(db, subject, times)) {
    let page = await readPage(db, subject, part);
    for (; page.length > 0; page = await readPage(db, subject, part, page.at(-1))) {
      for (let at = 0; at < page.length; at += linesAChunk) {
        const some = page.slice(at, at + linesAChunk);
        const rows = await clicksInWords(db, config, subject.workspaceId, part.day, some, times.zone);
        yield rows.map(toLine).join('');
      }
    }
  }
}

/** The cells of clicks, in the order of `columns`; times as a zone's clock shows them. */
export async function clicksInWords(
  db: Db,
  config: Config,
  workspaceId: number,
  day: number,
  clicks: StoredClick[],
  zone: TimeZone = utc,
): Promise<string[][]> {
  const [names, destinations, words] = await Promise.all([
    findLinkNames(db, workspaceId, [...new Set(clicks.map(({ linkId }) => linkId))]),
    findDestinations(
      db,
      workspaceId,
      clicks.filter(({ choice }) => choice !== Choice.url),
    ),
    wordsOfClicks(db, clicks),
  ]);
  return clicks.map((click) => {
    const name = names.get(click.linkId);
    const destination = click.choice === Choice.url ? name?.url : destinations.get(departureKey(click));
    return toCells(config, zone, day, click, name, destination ?? '', words);
  });
}

function toCells(
  config: Config,
  zone: TimeZone,
  day: number,
  click: StoredClick,
  name: LinkName | undefined,
  destination: string,
  words: Map<number, string>,
): string[] {
  return [
    toLocalIso(zone, day * dayMs + click.ms),
    name?.publicId ?? '',
    name ? domainOf(config, name) : '',
    name?.slug ?? '',
    destination,
    valueName('country', click.country, words),
    valueName('device', click.device, words),
    valueName('os', click.os, words),
    valueName('browser', click.browser, words),
    valueName('referrer', click.referrer, words),
    triggers[click.qr ? 1 : 0],
    String(click.bot),
    click.visitor.toString(16).padStart(14, '0'),
    valueName('language', click.language, words),
    valueName('utmSource', click.utmSource, words),
    valueName('utmMedium', click.utmMedium, words),
    valueName('utmCampaign', click.utmCampaign, words),
  ];
}

/**
 * Raw clicks as CSV, sorted by day, link and time. A page is read only when the client has taken the previous one. So any
 * number of rows needs the memory of one page, and reading stops if the client disconnects.
 */
import type { Config } from '../../shared/config/config.ts';
import { patient } from '../../shared/db/db.ts';
import { elementOf } from '../../shared/elements.ts';
import { type TimeZone, toLocalIso, utc } from '../../shared/time-zone.ts';
import type { StoredClick } from '../clicks/core/click.ts';
import { placeOf } from '../clicks/core/dimensions.ts';
import { dayMs } from '../clicks/time.ts';
import type { Db } from '../core/tables.ts';
import { domainOf } from '../links/core/link.ts';
import { Choice } from '../redirect/core/visit.ts';
import { listDaysWithClicks } from './core/export-queries.ts';
import type { Subject } from './core/queries.ts';
import { namesOfClicks } from './core/values.ts';
import type { Times } from './core/window.ts';
import { csvLine } from './csv.ts';
import { departureKey, findDestinations } from './destination-queries.ts';
import { columns, usualDimensions } from './export-columns.ts';
import { readPage } from './export-page.ts';
import { findLinkNames } from './link-name-queries.ts';

const linesAChunk = 2_000;

export async function* exportClicks(
  from: Db,
  config: Config,
  subject: Subject,
  { times, places }: { times: Times & { zone: TimeZone }; places: number[] },
): AsyncGenerator<string> {
  const db = patient(from);
  const toLine = (cells: readonly string[]) => csvLine(places.map((place) => elementOf(cells, place)));
  yield toLine(columns);
  for (const part of await listDaysWithClicks(db, subject, times)) {
    let page = await readPage(db, subject, part);
    for (; page.length > 0; page = await readPage(db, subject, part, { after: page.at(-1) })) {
      for (let at = 0; at < page.length; at += linesAChunk) {
        const some = page.slice(at, at + linesAChunk);
        const rows = await toCells(db, config, subject.workspaceId, {
          day: part.day,
          clicks: some,
          zone: times.zone,
        });
        yield rows.map(toLine).join('');
      }
    }
  }
}

const variantAt = placeOf('variant');

/** Returns the cells of clicks, in the order of `columns`, with times in a zone. */
export async function toCells(
  db: Db,
  config: Config,
  workspaceId: number,
  { day, clicks, zone = utc }: { day: number; clicks: StoredClick[]; zone?: TimeZone },
): Promise<string[][]> {
  const values = await namesOfClicks(db, clicks);
  const departures = clicks.map((click, index) => ({ ...click, variant: values[index]?.[variantAt] ?? '' }));
  const [links, destinations] = await Promise.all([
    findLinkNames(db, workspaceId, [...new Set(clicks.map(({ linkId }) => linkId))]),
    findDestinations(
      db,
      workspaceId,
      departures.filter(({ choice }) => choice !== Choice.url),
    ),
  ]);
  return departures.map((click, index) => {
    const link = links.get(click.linkId);
    const destination = click.choice === Choice.url ? link?.url : destinations.get(departureKey(click));
    const names = values[index] ?? [];
    return [
      toLocalIso(zone, day * dayMs + click.ms),
      link?.publicId ?? '',
      link ? domainOf(config, link) : '',
      link?.slug ?? '',
      destination ?? '',
      ...names.slice(0, usualDimensions),
      String(click.bot),
      click.visitor.toString(16).padStart(14, '0'),
      ...names.slice(usualDimensions),
    ];
  });
}

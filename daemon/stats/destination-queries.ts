/**
 * Destinations of clicks that were not redirected to their link's own URL. They come from the links' current rows, or
 * from deleted links' last rows. MySQL extracts the URL for the country or variant, because a link's full JSON of these
 * can be as large as a page of clicks. Clicks do not store the rule that applied, so the destination of a rule without
 * variants is unknown.
 */
import { type RawBuilder, sql } from 'kysely';
import { type StoredClick, valueIn } from '../clicks/core/click.ts';
import { countryOf } from '../clicks/core/dimensions.ts';
import type { Db } from '../core/tables.ts';
import { Choice } from '../redirect/core/visit.ts';

/** A click that was not redirected to its link's own URL. `variant`: the name of the variant that answered. */
export type Departure = Pick<StoredClick, 'linkId' | 'choice' | 'values'> & { variant: string };

const columns: Record<number, string> = {
  [Choice.expired]: 'expired_url',
  [Choice.ios]: 'ios_url',
  [Choice.android]: 'android_url',
  [Choice.notStarted]: 'not_started_url',
};

const countryIn = (departure: Departure) => countryOf(valueIn(departure, 'country'));

/** Returns the place in a link that stores the destination. Departures with the same place are looked up together. */
function placeOf(departure: Departure): string | number {
  if (departure.choice === Choice.country) return `geo.${countryIn(departure)}`;
  return departure.choice === Choice.variant ? `variants.${departure.variant}` : departure.choice;
}

function valueAt(departure: Departure): RawBuilder<string | null> {
  const { choice, variant } = departure;
  if (choice === Choice.rule) return sql`NULL`;
  if (choice === Choice.country) return sql`JSON_UNQUOTE(JSON_EXTRACT(geo, ${`$.${countryIn(departure)}`}))`;
  if (choice !== Choice.variant) return sql`${sql.ref(columns[choice] ?? 'url')}`;
  return sql`COALESCE(${urlOfVariant('variants', '$[*].name', variant)}, ${urlOfVariant('rules', '$[*].variants[*].name', variant)})`;
}

/** Extracts the URL beside a name. Names are unique in a link, and compared by their bytes. */
function urlOfVariant(column: 'variants' | 'rules', path: string, name: string): RawBuilder<string | null> {
  const list = sql`${sql.ref(column)} COLLATE utf8mb4_bin`;
  const found = sql`JSON_UNQUOTE(JSON_SEARCH(${list}, 'one', ${name.replace(/[|%_]/g, '|$&')}, '|', ${path}))`;
  return sql`JSON_UNQUOTE(JSON_EXTRACT(${sql.ref(column)}, REPLACE(${found}, '.name', '.url')))`;
}

export const departureKey = (departure: Departure) => `${departure.linkId} ${placeOf(departure)}`;

/** Finds destinations and returns them keyed by `departureKey`. Leaves out destinations that the link no longer has. */
export async function findDestinations(
  db: Db,
  workspaceId: number,
  departures: Departure[],
): Promise<Map<string, string>> {
  const groups = new Map<string | number, Departure[]>();
  for (const departure of new Map(departures.map((each) => [departureKey(each), each])).values()) {
    groups.set(placeOf(departure), [...(groups.get(placeOf(departure)) ?? []), departure]);
  }
  const found = new Map<string, string>();
  for (const group of groups.values()) {
    const ids = group.map(({ linkId }) => linkId);
    for (const [linkId, url] of await listValues(db, workspaceId, ids, valueAt(group[0] as Departure))) {
      found.set(departureKey({ ...(group[0] as Departure), linkId }), url);
    }
  }
  return found;
}

/**
 * Lists a value of each link. Reads existing links first, so that a link deleted in between is found in the second
 * table.
 */
async function listValues(db: Db, workspaceId: number, ids: number[], value: RawBuilder<string | null>) {
  const found = new Map<number, string>();
  for (const table of ['links', 'deleted_links'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['id', value.as('to')])
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute();
    for (const { id, to } of rows) if (to !== null) found.set(id, to);
  }
  return found;
}

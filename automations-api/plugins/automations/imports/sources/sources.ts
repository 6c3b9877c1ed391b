/** The plugins in the same WordPress whose contacts can be imported. */
// biome-ignore-all lint/plugin: tables of other plugins have no types here.
import { sql } from 'kysely';
import { patient } from '../../../../../shared/db/db.ts';
import type { Db } from '../../core/tables.ts';
import { fluentcrm } from './fluentcrm.ts';
import { funnelkit } from './funnelkit.ts';
import { listExisting, type Source, tablesOf, toLine } from './source.ts';

/** Sources by format name. */
export const sources = { fluentcrm, funnelkit } satisfies Record<string, Source>;
export type SourceName = keyof typeof sources;
export const sourceNames = Object.keys(sources) as SourceName[];

type Site = { db: Db; config: { tablePrefix: string } };

export async function isInstalled({ db, config }: Site, name: SourceName): Promise<boolean> {
  const { needs } = sources[name];
  const existing = await listExisting(
    db,
    needs.map((table) => config.tablePrefix + table),
  );
  return existing.length === needs.length;
}

/** Lists the sources found in the database, with their numbers of contacts. */
export async function listSources(site: Site): Promise<{ name: SourceName; contacts: number }[]> {
  const found: { name: SourceName; contacts: number }[] = [];
  for (const name of sourceNames) {
    if (!(await isInstalled(site, name))) continue;
    const { table } = tablesOf(site.db, site.config.tablePrefix);
    const { rows } = await sql<{ n: number }>`SELECT COUNT(*) AS n FROM ${table(sources[name].needs[0])}`.execute(
      patient(site.db),
    );
    found.push({ name, contacts: Number(rows[0]?.n) });
  }
  return found;
}

/** Reads the contacts as JSON Lines, one page at a time. */
export async function* readSource({ db, config }: Site, name: SourceName, keepsIds = false): AsyncGenerator<string> {
  const { pages }: Source = sources[name];
  for await (const rows of pages(tablesOf(patient(db), config.tablePrefix), keepsIds)) yield rows.map(toLine).join('');
}

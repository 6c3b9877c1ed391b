/** The engine of imports with the tables, files and formats of links. */
import path from 'node:path';
import type { Config } from '../../shared/config/config.ts';
import type { Engine } from '../../shared/import/engine.ts';
import type { ReadSql } from '../../shared/import/import-file.ts';
import { readInserts } from '../../shared/import/sql-inserts.ts';
import { linkImportNames } from '../core/import-names.ts';
import type { Tables } from '../core/tables.ts';
import type { LinkItem } from './core/item.ts';
import { formats } from './formats/formats.ts';
import type { ImportContext } from './import-context.ts';
import { findPlan } from './permission-queries.ts';
import { openTarget } from './target.ts';

export const importFolder = ({ localDir }: Pick<Config, 'localDir'>) => path.join(localDir, 'imports');

/** Reads the rows of links in an SQL dump of YOURLS. */
const readDump: ReadSql = async function* (bytes) {
  const isOfLinks = (columns: readonly string[]) => columns.includes('keyword') && columns.includes('url');
  for await (const { columns } of readInserts(bytes, isOfLinks)) yield columns;
};

export const linkEngine = (context: ImportContext): Engine<LinkItem, Tables> => ({
  store: { db: context.db, names: linkImportNames },
  leases: context.db,
  folder: importFolder(context.config),
  formats,
  readSql: readDump,
  quotaOf: async ({ workspace_id }) => context.config.plans[await findPlan(context.db, workspace_id)].imports,
  openTarget: (row) => openTarget(context, row),
  log: context.log,
});

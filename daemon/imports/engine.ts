/** The engine of imports with the tables, files and formats of links. */
import path from 'node:path';
import type { Config } from '../../shared/config/config.ts';
import type { Engine } from '../../shared/import/engine.ts';
import { linkImportNames } from '../core/import-names.ts';
import type { Tables } from '../core/tables.ts';
import type { LinkItem } from './core/item.ts';
import { formats } from './formats/formats.ts';
import type { ImportContext } from './import-context.ts';
import { findPlan } from './permission-queries.ts';
import { readDump } from './read-dump.ts';
import { openTarget } from './target.ts';

export const importFolder = ({ localDir }: Pick<Config, 'localDir'>) => path.join(localDir, 'imports');

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

/** The engine of imports as a service has it: its tables, its files, its formats, and what its items become. */
import path from 'node:path';
import type { LeaseDb } from '../db/lease-queries.ts';
import type { Log } from '../log/log.ts';
import type { Format, Row } from './format.ts';
import type { ReadSql } from './import-file.ts';
import type { ImportStore } from './queries.ts';
import type { ImportQuota } from './quota.ts';
import type { ImportRow, ImportTables } from './tables.ts';
import { ImportFault, type Target } from './target.ts';

export type Engine<Item, Tables extends ImportTables> = {
  store: ImportStore;
  /** Where leases are. */
  leases: LeaseDb;
  /** The folder of the files. */
  folder: string;
  formats: readonly Format<Item>[];
  readSql?: ReadSql;
  /** Separates the remembered column mappings of two kinds of import. */
  variant?: string;
  /** Pieces of a file that is fetched from elsewhere; written to disk before the import reads it for the first time. */
  piecesOf?: (row: ImportRow) => AsyncIterable<string> | undefined;
  quotaOf: (row: ImportRow) => Promise<ImportQuota>;
  /** Does one batch of an import when it is the turn of its workspace. */
  inTurn?: <Result>(row: ImportRow, batch: () => Promise<Result>) => Promise<Result>;
  /** Sees all rows before they are imported; `options` are then the import's, with what was learnt. */
  survey?: (row: ImportRow) => { see: (row: Row) => void; options: () => string };
  /** @throws ImportFault if the target is gone or no longer allowed */
  openTarget: (row: ImportRow) => Promise<Target<Item, Tables>>;
  log: Log;
  /** Lease of a runner: once it expires, another runner takes over. */
  leaseMs?: number;
};

export const fileOf = (folder: string, { file }: Pick<ImportRow, 'file'>): string => {
  if (file === null) throw new ImportFault('The file of this import has been deleted.');
  return path.join(folder, file);
};

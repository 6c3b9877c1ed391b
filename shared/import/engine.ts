/** A service's parts for the import engine: its tables, files, formats and target. */
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
  /** The database with the leases. */
  leases: LeaseDb;
  /** The folder of the files. */
  folder: string;
  formats: readonly Format<Item>[];
  readSql?: ReadSql;
  /** Separates the remembered column mappings of two kinds of import. */
  variant?: string;
  /**
   * Returns the content of a file from another system, in pieces. It is written to disk before the import's first
   * pass.
   */
  piecesOf?: (row: ImportRow) => AsyncIterable<string> | undefined;
  quotaOf: (row: ImportRow) => Promise<ImportQuota>;
  /** Runs a batch of an import when it is the workspace's turn. */
  inTurn?: <Result>(row: ImportRow, batch: () => Promise<Result>) => Promise<Result>;
  /** Inspects all rows before they are imported; `options` returns the import's options with the results. */
  survey?: (row: ImportRow) => { see: (row: Row) => void; options: () => string };
  /** @throws ImportFault if the target was deleted or is no longer allowed */
  openTarget: (row: ImportRow) => Promise<Target<Item, Tables>>;
  log: Log;
  /** Duration of a runner's lease; after its expiry, another runner takes over. */
  leaseMs?: number;
};

export const fileOf = (folder: string, { file }: Pick<ImportRow, 'file'>): string => {
  if (file === null) throw new ImportFault('The file of this import has been deleted.');
  return path.join(folder, file);
};

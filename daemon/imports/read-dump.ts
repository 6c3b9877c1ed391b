/** Reads the rows of links in an SQL dump of YOURLS. */
import type { ReadSql } from '../../shared/import/import-file.ts';
import { readInserts } from '../../shared/import/sql-inserts.ts';

export const readDump: ReadSql = async function* (bytes) {
  for await (const { columns } of readInserts(
    bytes,
    (columns) => columns.includes('keyword') && columns.includes('url'),
  ))
    yield columns;
};

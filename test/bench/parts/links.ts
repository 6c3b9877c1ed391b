/** The links of the redirect benches, and a bare uWebSockets.js server that answers like one of them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createConnection } from 'mysql2/promise';
import { connectionOptions } from '../../../shared/db/db.ts';
import { migrate } from '../../../shared/migrations/migrate.ts';
import { projectRoot } from '../../../shared/paths.ts';

/** Returns a slug as long as a random one. */
export const slugOf = (n: number) => `s${n.toString(36).padStart(6, '0')}`;
export const urlOf = (n: number) =>
  `https://www.example.com/articles/2026/11/some-longer-title-of-a-page-${n}?ref=newsletter`;

/** Creates links with the ids 1 to `links` in workspace 1, in a new database. */
export async function seedLinks(mysqlUrl: string, links: number): Promise<void> {
  await migrate(mysqlUrl);
  await insertLinks(mysqlUrl, links);
}

/** Creates the links in a database that has the tables. Writes only columns that other versions have, too. */
export async function insertLinks(mysqlUrl: string, links: number): Promise<void> {
  const connection = await createConnection(connectionOptions(mysqlUrl));
  await connection.query(
    "INSERT INTO workspaces (id, public_id, name, plan, created_at, updated_at) VALUES (1, 'ws_bench', 'bench', 'scale', NOW(), NOW())",
  );
  const batch = 5_000;
  for (let from = 0; from < links; from += batch) {
    const rows = Array.from({ length: Math.min(batch, links - from) }, (_, index) => {
      const n = from + index;
      return [n + 1, `lnk_${n}`, 1, 0, slugOf(n), urlOf(n), new Date(0), new Date(0)];
    });
    await connection.query(
      'INSERT INTO links (id, public_id, workspace_id, domain_id, slug, url, created_at, updated_at) VALUES ?',
      [rows],
    );
  }
  await connection.end();
}

/** Writes the server's program into `dir`. Returns its path. */
export function writeBareServer(dir: string, port: number): string {
  const file = path.join(dir, 'bare.mjs');
  writeFileSync(
    file,
    `
import uWS from ${JSON.stringify(path.join(projectRoot, 'node_modules/uWebSockets.js/ESM_wrapper.mjs'))};
const location = ${JSON.stringify(urlOf(7))};
uWS.App().any('/*', (res) => {
  res.writeStatus('302 Found').writeHeader('Location', location).writeHeader('Cache-Control', 'private, no-store').endWithoutBody(0);
}).listen('127.0.0.1', ${port}, () => {});
`,
  );
  return file;
}

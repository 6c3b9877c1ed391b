/** The demo's finished import: links from a Shlink server, with two rows that were not imported. */
import type { Call } from '../../shared/demo/call.ts';
import { findImport } from '../../shared/import/queries.ts';
import { runImport } from '../../shared/import/runner.ts';
import type { Context } from '../api/context.ts';
import { linkEngine } from '../imports/engine.ts';

const docs = 'https://docs.example.com';

const rows: [shortCode: string, longUrl: string, title: string, tags: string[], visits: number][] = [
  ['install', `${docs}/install`, 'Install it', ['docs'], 412],
  ['faq', `${docs}/faq`, 'Questions and answers', ['docs'], 1_270],
  ['talk', 'https://video.example.com/watch?v=talk', 'The talk', ['event', 'social'], 96],
  ['slides', 'https://files.example.org/slides.pdf', 'Slides of the talk', ['event'], 58],
  ['jobs', 'https://example.org/careers', 'Careers', ['team'], 33],
  ['old-ftp', 'ftp://files.example.org/archive', 'The archive', [], 4],
  ['brochure', 'https://files.example.org/brochure.pdf', 'Brochure', ['print'], 205],
];

/** Adds the import and runs it, so that it is finished when the services start. */
export async function addImport(context: Context, call: Call, workspaceId: number): Promise<void> {
  const links = rows.map(([shortCode, longUrl, title, tags, total]) => ({
    ...{ shortCode, longUrl, title, tags },
    ...{ dateCreated: '2026-01-15T09:00:00Z', visitsSummary: { total } },
  }));
  const { id } = await call<{ id: string }>('POST', '/imports?format=shlink&name=shlink.json', links);
  const engine = linkEngine(context);
  const queued = await findImport(engine.store, workspaceId, id);
  if (!queued) throw new Error(`the import ${id} does not exist`);
  await runImport(engine, queued.id, AbortSignal.timeout(60_000));
}

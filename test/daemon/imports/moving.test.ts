/** Other programs' exports become links whose old slugs redirect to the same destinations. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { linkEngine } from '../../../daemon/imports/engine.ts';
import { findImport } from '../../../shared/import/queries.ts';
import { runImport } from '../../../shared/import/runner.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { addWorkspace, caller, type Json, startDaemon } from '../../fixtures/daemon.ts';
import { t } from '../../runner/tap.ts';

const env = { PLANS_SCALE_REQUESTS_PER_MINUTE: '100000', ADDRESS_REQUESTS_PER_MINUTE: '100000' };
const files: { name: string; format: string; failed: number }[] = [
  { name: 'yourls-mariadb-dump.sql', format: 'yourls', failed: 1 },
  { name: 'yourls-one-by-one.sql', format: 'yourls', failed: 1 },
  { name: 'yourls-phpmyadmin.sql', format: 'yourls', failed: 1 },
  { name: 'yourls-phpmyadmin.csv', format: 'yourls', failed: 1 },
  { name: 'kutt-api.json', format: 'kutt', failed: 0 },
];

for (const { name, format, failed } of files) {
  t.test(`${name} is imported completely`, async (t) => {
    const daemon = await startDaemon(t, { env });
    const engine = linkEngine(daemon.context);
    const workspace = await addWorkspace(daemon.context.db, 'scale');
    const call = caller(daemon, workspace.key);
    const domains = encodeURIComponent('{"*":""}');
    const response = await fetch(`${daemon.origin}/api/imports?name=${name}&domains=${domains}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.key}`, 'content-type': 'application/octet-stream' },
      body: readFileSync(path.join(projectRoot, 'test/fixtures/moving', name)),
    });
    const { id } = (await response.json()) as Json;
    const row = await findImport(engine.store, workspace.id, id);
    if (row) await runImport(engine, row.id, new AbortController().signal);
    const { json: done } = await call('GET', `/imports/${id}`);
    t.match(done, { status: 'done', format, failed, skipped: 0, changed: 0 }, JSON.stringify(done));
    t.equal(done.created + failed, done.total);
    const { links } = (await call('GET', '/links?limit=100')).json;
    t.equal(links.length, done.created);
    daemon.context.announceChanges();
    for (const { slug, url, hasPassword } of links) {
      if (hasPassword) continue;
      let status = 404;
      for (let n = 0; n < 200 && status === 404; n++) {
        const went = await fetch(`${daemon.origin}/${slug}`, { redirect: 'manual' });
        status = went.status;
        if (status === 302)
          t.equal(decodeURIComponent(went.headers.get('location') ?? ''), decodeURIComponent(new URL(url).href), slug);
        else await new Promise((resolve) => setTimeout(resolve, 10));
      }
      t.equal(status, 302, slug);
    }
  });
}

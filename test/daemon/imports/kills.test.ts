/**
 * An import, its counts and its undo process each row once although the process is killed at random moments. IMPORT_KILLS=20 sets
 * the number of kills; the file grows with it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { linkEngine } from '../../../daemon/imports/engine.ts';
import { numbers } from '../../../shared/demo/chance.ts';
import { findImport, findImportById } from '../../../shared/import/queries.ts';
import { runImport } from '../../../shared/import/runner.ts';
import { listAudited } from '../../fixtures/audited.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { briefly } from '../../fixtures/processes.ts';
import { t } from '../../runner/tap.ts';

const kills = Number(process.env.IMPORT_KILLS ?? 4);
const rowsAKill = 650;
const rows = (kills + 1) * rowsAKill;
const daemon = await startDaemon(t, { env: { PLANS_SCALE_LINKS_PER_MONTH: '1000000' } });
const { context, stores } = daemon;
const engine = linkEngine(context);
const undoKills = Math.ceil(kills / 4);
const random = numbers(Date.now() % 1_000_000);
const script = path.join(import.meta.dirname, '../../fixtures/import-process.js');

function go(id: number): ChildProcess {
  const env = {
    PATH: process.env.PATH,
    ...{ MYSQL_URL: stores.mysqlUrl, REDIS_PREFIX: stores.redisPrefix, LOCAL_DIR: context.config.localDir },
  };
  return spawn(process.execPath, [...briefly, script, String(id), '600'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

t.test(`${kills} kills at random moments neither duplicate nor lose a link`, async (t) => {
  const workspace = await addWorkspace(context.db, 'scale');
  const lines = Array.from({ length: rows }, (_, n) => `https://example.com/${n},kill${n},"tag ${n % 7}",${n}`);
  const response = await fetch(`${daemon.origin}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${workspace.key}`, 'content-type': 'text/csv' },
    body: `url,slug,tags,clicks\n${lines.join('\n')}\n`,
  });
  const { id: publicId } = (await response.json()) as { id: string };
  const id = (await findImport(engine.store, workspace.id, publicId))?.id ?? 0;
  const state = async () => {
    const row = await findImportById(engine.store, id);
    if (!row) throw new Error('the import is gone');
    return row;
  };
  const isOver = async () => {
    const { status, undo_status } = await state();
    return status === 'done' && (undo_status === null || undo_status === 'done');
  };
  /** Resolves to the number of kills. */
  const endAfterKills = async (times: number, progress: () => Promise<number>) => {
    let killed = 0;
    while (killed < times && !(await isOver())) {
      const child = go(id);
      const ended = once(child, 'exit');
      const until = (await progress()) + Math.floor(random() * rowsAKill);
      while (child.exitCode === null && (await progress()) < until) await sleep(10);
      await sleep(random() * 40);
      if (child.exitCode === null && child.kill('SIGKILL')) killed++;
      await ended;
    }
    for (let tries = 0; !(await isOver()) && tries < 20; tries++) {
      await runImport(engine, id, new AbortController().signal);
      await sleep(200);
    }
    return killed;
  };
  t.equal(
    await endAfterKills(kills, async () => (await state()).position),
    kills,
    'it was killed that often before it ended',
  );
  t.match(await state(), { status: 'done', total: rows, position: rows, created: rows, skipped: 0, failed: 0 });
  const links = await context.db.selectFrom('links').select('slug').where('workspace_id', '=', workspace.id).execute();
  t.equal(links.length, rows);
  t.equal(new Set(links.map(({ slug }) => slug)).size, rows);
  const { used } = await context.db
    .selectFrom('workspace_link_states')
    .select('used')
    .where('workspace_id', '=', workspace.id)
    .executeTakeFirstOrThrow();
  t.equal(used, rows, 'the allowance was charged once for each');
  const changes = await context.db.selectFrom('import_changes').select('row_no').where('import_id', '=', id).execute();
  t.equal(changes.length, rows);
  const call = caller(daemon, workspace.key);
  const tagged = async () =>
    (await call('GET', '/tags')).json.tags.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  t.equal(await tagged(), rows);

  t.equal((await call('POST', `/imports/${publicId}/undo`)).status, 200);
  const undone = async () => {
    const { undo_deleted, undo_restored, undo_kept } = await state();
    return undo_deleted + undo_restored + undo_kept;
  };
  t.equal(await endAfterKills(undoKills, undone), undoKills, 'its undo was killed that often before it ended');
  t.match(await state(), { undo_status: 'done', undo_deleted: rows, undo_restored: 0, undo_kept: 0 });
  t.equal((await call('GET', '/links?count=true')).json.total, 0);
  t.equal(await tagged(), 0);
  const recorded = ['import.undo', 'link.create', 'link.delete'].map((one) =>
    listAudited(context.db, workspace.id, one),
  );
  t.same(await Promise.all(recorded), [[publicId], [], []], 'the undo is one entry in the audit log');
});

/** `waypost links safety …` as a program: one line of JSON, and its effect on the service. */
import { insertReview } from '../../../daemon/safety/core/review-queries.ts';
import { commandLine } from '../../fixtures/command-line.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { putLink } from '../../fixtures/redirects.ts';
import { startScanning } from '../../fixtures/safety.ts';
import { envOf } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { t } from '../../runner/tap.ts';

t.test("the operator's commands change, refresh and show the lists, which apply to links", async (t) => {
  const daemon = await startDaemon(t);
  const { context, stores } = daemon;
  const { db } = context;
  const workspace = await addWorkspace(db, 'scale');
  const list = `${t.testdir({ 'hosts.txt': 'listed.example.org\n' })}/hosts.txt`;
  const cli = commandLine('daemon/cli.js', { ...envOf(stores), SAFETY_LISTS: list });
  const run = (...args: string[]) => cli.run('safety', ...args);
  const json = (...args: string[]) => cli.json('safety', ...args);

  t.same(await json('block', 'bad.example.com'), { entry: 'bad.example.com/', verdict: 'block', removed: false });
  t.same(await json('allow', 'https://BAD.example.com/good?x=1'), {
    entry: 'bad.example.com/good?x=1',
    verdict: 'allow',
    removed: false,
  });
  t.match(await json('refresh'), { lists: [{ state: 'changed', entries: 1 }] });
  t.match(await json('list'), {
    allow: ['bad.example.com/good?x=1'],
    block: ['bad.example.com/'],
    lists: [{ source: list, entries: 1, error: null, changedAt: String }],
  });
  const call = caller(daemon, workspace.key);
  const post = (url: string) => () => call('POST', '/links', { url });
  t.match((await until(post('http://bad.example.com/'), ({ status }) => status === 422)).json.error.code, 'unsafe_url');
  t.match(
    (await until(post('http://x.listed.example.org/'), ({ status }) => status === 422)).json.error.code,
    'unsafe_url',
  );
  t.equal((await post('http://bad.example.com/good?x=1')()).status, 201);
  t.match(await json('block', 'bad.example.com', '--remove'), { removed: true });
  t.equal((await until(post('http://bad.example.com/'), ({ status }) => status !== 422)).status, 201);

  const doubt = {
    workspaceId: workspace.id,
    source: 'visitor' as const,
    field: null,
    detail: 'odd',
    fingerprint: Buffer.alloc(8),
  };
  for (const slug of ['one', 'two']) {
    const linkId = await putLink(db, { slug, public_id: `lnk_${slug}`, workspace_id: workspace.id });
    await insertReview(db, { ...doubt, linkId, reason: 'phishing' }, new Date());
  }
  const { reviews } = await json('review');
  t.match(reviews, [
    {
      linkId: 'lnk_one',
      workspaceId: workspace.publicId,
      shortUrl: 'http://localhost:8080/one',
      reason: 'phishing',
      detail: 'odd',
      times: 1,
    },
    { linkId: 'lnk_two' },
  ]);
  t.same(await json('ban', String(reviews[0].id)), {
    id: reviews[0].id,
    status: 'banned',
    linkId: 'lnk_one',
    banned: true,
  });
  t.same(await json('clear', String(reviews[1].id)), { id: reviews[1].id, status: 'cleared', linkId: 'lnk_two' });
  t.same(await json('review'), { reviews: [] });
  t.equal((await call('GET', '/links/lnk_one')).json.banned, true);

  const now = new Date();
  await db
    .insertInto('workspace_offences')
    .values({ workspace_id: workspace.id, bans: 4, since: now, flagged_at: now })
    .execute();
  t.match(await json('flagged'), { workspaces: [{ id: workspace.publicId, bans: 4 }] });
  t.same(await json('unflag', workspace.publicId), { id: workspace.publicId, flagged: false });
  t.same(await json('flagged'), { workspaces: [] });

  for (const [args, said] of [
    [['block', 'no host'], /neither a host nor/],
    [['allow', 'x.example', '--remove'], /is not on the allow list/],
    [['ban', '999'], /no open review 999/],
    [['clear', 'x'], /no open review x/],
    [['unflag', 'ws_none'], /no workspace ws_none/],
  ] as const) {
    t.match(await run(...args), { code: 1, err: said, out: '' }, args.join(' '));
  }
  const audited = await db.selectFrom('audit_entries').select('action').where('actor', '=', 'operator').execute();
  for (const action of [
    'safety.block',
    'safety.unblock',
    'safety.allow',
    'safety.ban',
    'safety.clear',
    'workspace.unflag',
    'link.ban',
  ]) {
    t.ok(
      audited.some((entry) => entry.action === action),
      action,
    );
  }
});

t.test('a new block applies to existing links automatically', async (t) => {
  const daemon = await startDaemon(t);
  const { db } = daemon.context;
  const workspace = await addWorkspace(db, 'free');
  const call = caller(daemon, workspace.key);
  const { json } = await call('POST', '/links', { url: 'https://soon.example.org/page' });
  await startScanning(t, daemon, () => false);
  const scans = () => db.selectFrom('link_scans').select('failures').executeTakeFirst();
  // No host answers here, so the first scan is repeated later.
  await until(scans, (scan) => scan?.failures === 1);
  await commandLine('daemon/cli.js', envOf(daemon.stores)).json('safety', 'block', 'soon.example.org');
  await until(async () => (await call('GET', `/links/${json.id}`)).json.banned, Boolean);
});

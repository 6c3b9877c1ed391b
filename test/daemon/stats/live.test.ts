/** The live stream of clicks: its own workspace's, as they are recorded, at a limited rate. */

import { createPublisher } from '../../../daemon/clicks/publish-clicks.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { agents, batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { log } from '../../fixtures/redirects.ts';
import { t } from '../../runner/tap.ts';

t.test("a stream shows its workspace's clicks and reports omitted ones", async (t) => {
  const daemon = await startDaemon(t);
  const { db } = daemon.context;
  const { redisUrl, redisPrefix } = daemon.stores;
  const redis = openRedis(redisUrl, 'queue', log);
  t.teardown(() => redis.disconnect());
  const [mine, other] = [await addWorkspace(db, 'free'), await addWorkspace(db, 'free')];
  const linkOf = async (workspace: typeof mine) => {
    const { json } = await caller(daemon, workspace.key)('POST', '/links', { url: 'https://example.com/' });
    const { id } = await db.selectFrom('links').select('id').where('public_id', '=', json.id).executeTakeFirstOrThrow();
    return { id, publicId: json.id as string };
  };
  const [own, foreign] = [await linkOf(mine), await linkOf(other)];
  const leaving = new AbortController();
  const answer = await fetch(`${daemon.origin}/api/stats/live`, {
    headers: { authorization: `Bearer ${mine.key}` },
    signal: leaving.signal,
  });
  t.equal(answer.headers.get('content-type'), 'text/event-stream');
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const publish = createPublisher(redis, redisPrefix);
  const clicks = [
    clickOf(foreign.id, Date.now()),
    ...Array.from({ length: 60 }, () =>
      clickOf(own.id, Date.now(), { userAgent: agents.iphone, qr: true, variant: 'A' }),
    ),
  ];
  const recorded = await recordClicks(db, log, batchOf(clicks), new Date());
  // A new watcher is known within a second or two.
  const again = setInterval(() => void publish(recorded), 200);
  while (!text.includes('event: skipped')) text += (await reader.read()).value;
  clearInterval(again);
  leaving.abort();
  await reader.cancel().catch(() => {});
  const first = /event: click\ndata: (.*)\n\n/.exec(text);
  t.match(JSON.parse(first?.[1] as string), {
    linkId: own.publicId,
    device: 'mobile',
    browser: 'Safari',
    referrer: '(direct)',
    trigger: 'qr',
    variant: 'A',
    isBot: false,
  });
  t.notMatch(text, foreign.publicId);
  t.match(text, /event: skipped\ndata: {"clicks":10}\n\n/);
});

t.test('a stream ends when its key is revoked, and continues when another key is revoked', async (t) => {
  const daemon = await startDaemon(t);
  const { db, access } = daemon.context;
  const workspace = await addWorkspace(db, 'pro');
  const admin = caller(daemon, workspace.key);
  const [watching, another] = [
    (await admin('POST', '/keys', { name: 'watching' })).json,
    (await admin('POST', '/keys', { name: 'another' })).json,
  ];
  const answer = await fetch(`${daemon.origin}/api/stats/live`, {
    headers: { authorization: `Bearer ${watching.key}` },
  });
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  t.equal((await reader.read()).value, 'retry: 2000\n\n');
  await admin('DELETE', `/keys/${another.id}`);
  access.forget('all');
  t.match((await reader.read()).value, ': beat');
  await admin('DELETE', `/keys/${watching.id}`);
  while (!(await reader.read()).done);
  t.pass('the stream ended');
});

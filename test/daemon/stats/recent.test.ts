/** The last minutes' clicks: of the workspace, without bots, and soon forgotten. */

import { countRecent } from '../../../daemon/clicks/recent-clicks.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { agents, batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { log } from '../../fixtures/redirects.ts';
import { t } from '../../runner/tap.ts';

const minuteMs = 60_000;

t.test('clicks are counted by the minute in which they happened, for five minutes', async (t) => {
  const daemon = await startDaemon(t);
  const { db } = daemon.context;
  const { redisUrl, redisPrefix } = daemon.stores;
  const redis = openRedis(redisUrl, 'queue', log);
  t.teardown(() => redis.disconnect());
  const [mine, other] = [await addWorkspace(db, 'free'), await addWorkspace(db, 'free')];
  const linkOf = async ({ key }: typeof mine) => {
    const { json } = await caller(daemon, key)('POST', '/links', { url: 'https://example.com/' });
    return (await db.selectFrom('links').select('id').where('public_id', '=', json.id).executeTakeFirstOrThrow()).id;
  };
  const [own, foreign] = [await linkOf(mine), await linkOf(other)];
  const now = Math.floor(Date.now() / minuteMs) * minuteMs;
  const clicks = [
    clickOf(own, now),
    clickOf(own, now),
    clickOf(own, now - minuteMs),
    clickOf(own, now - 4 * minuteMs),
    clickOf(own, now - 20 * minuteMs),
    clickOf(own, now, { userAgent: agents.bot }),
    clickOf(foreign, now),
  ];
  const recorded = await recordClicks(db, log, batchOf(clicks), new Date());
  await countRecent(redis, redisPrefix, recorded, now);
  await countRecent(redis, redisPrefix, [], now);
  const recent = async (time: number) =>
    (await daemon.context.clickStream.recent(mine.id, time)).map(({ clicks }) => clicks);
  t.same(await recent(now), [1, 0, 0, 1, 2]);
  t.same(await recent(now + 4 * minuteMs), [2, 0, 0, 0, 0]);
  for (const key of await redis.keys(`${redisPrefix}:recent:*`)) t.ok((await redis.ttl(key)) > 0, 'goes by itself');
  const { status, json } = await caller(daemon, mine.key)('GET', '/stats/recent');
  t.equal(status, 200);
  t.equal(json.minutes.length, 5);
  t.same((await caller(daemon, other.key)('GET', '/stats/recent')).json.clicks <= 1, true, 'of its own workspace');
});

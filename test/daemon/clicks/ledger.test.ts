/**
 * Exactly once: clicks through real processes while all servers behind them are killed, compared with the visitors' ledger. MySQL
 * and Redis belong to this test; Redis persists nothing over a restart.
 */
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOpenDay } from '../../../daemon/clicks/made-day-queries.ts';
import { dayMs, dayOf } from '../../../daemon/clicks/time.ts';
import type { Db } from '../../../daemon/core/tables.ts';
import { getCounts } from '../../../daemon/stats/core/queries.ts';
import { toStats } from '../../../daemon/stats/show-counts.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { agents, clickOf, clicksInBlocks, facts, namesOfValues, statsWindow } from '../../fixtures/clicks.ts';
import { commit, killAt, type Step, startStack } from '../../fixtures/killed-worker.ts';
import { hasWritten } from '../../fixtures/processes.ts';
import { log, putLink } from '../../fixtures/redirects.ts';
import { t } from '../../runner/tap.ts';

type Visit = {
  slug: string;
  address: string;
  userAgent: string;
  country: string;
  language: string;
  referrer: string;
  source: string;
  qr: boolean;
};

const countries = ['DE', 'US', 'JP', ''];
const languages = ['de-at', 'en', ''];
const referrers = ['', 'google.com', 't.co'];
const sources = ['', 'newsletter', 'flyer & poster'];
const userAgents = Object.values(agents);

/** The n-th visit: everything about it follows from n. */
function visitOf(n: number, slugs: string[]): Visit {
  const person = (n * 7919) % 97;
  return {
    slug: slugs[(n * n) % slugs.length] as string,
    address: `203.0.113.${person}`,
    userAgent: userAgents[person % userAgents.length] as string,
    country: countries[person % countries.length] as string,
    language: languages[person % languages.length] as string,
    referrer: referrers[n % referrers.length] as string,
    source: sources[n % sources.length] as string,
    qr: n % 5 === 0,
  };
}

/** Resolves to the status, or to undefined without an answer. */
function click(port: number, agent: Agent, visit: Visit): Promise<number | undefined> {
  const { slug, address, userAgent, country, language, referrer, source, qr } = visit;
  const headers = {
    Host: 'go.test',
    'User-Agent': userAgent,
    'X-Forwarded-For': address,
    'CF-IPCountry': country || 'XX',
    ...(language === '' ? {} : { 'Accept-Language': `${language},en;q=0.5` }),
    ...(referrer === '' ? {} : { Referer: `https://www.${referrer}/some/page?x=1` }),
  };
  const query = [...(qr ? ['qr=1'] : []), ...(source === '' ? [] : [`utm_source=${encodeURIComponent(source)}`])];
  const at = `/${slug}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  return new Promise((resolve) => {
    const request = httpRequest({ host: '127.0.0.1', port, path: at, headers, agent }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
    });
    request.on('error', () => resolve(undefined));
    request.end();
  });
}

type Ledger = Map<string, { visit: Visit; at: number }[]>;

/** Dimensions that can differ between two visits of one visitor. */
const ofVisit = ['referrer', 'trigger', 'utmSource', 'utmMedium', 'utmCampaign'];

/** A link's expected analytics, from the clicks that were answered. */
function expected(entries: { visit: Visit; at: number }[]) {
  const by = new Map<string, number>();
  const add = (key: string) => by.set(key, (by.get(key) ?? 0) + 1);
  const people = new Set<string>();
  const uniqueBy = new Map<string, Set<string>>();
  let bots = 0;
  let clicks = 0;
  for (const { visit, at } of entries) {
    if (!facts[visit.userAgent]) {
      bots++;
      continue;
    }
    clicks++;
    const person = `${dayOf(at)} ${visit.address} ${visit.userAgent}`;
    people.add(person);
    const click = clickOf(0, at, { ...visit, utm: `${visit.source}\n\n` });
    for (const [name, find] of Object.entries(namesOfValues)) {
      if (find(click) === '') continue;
      const key = `${name} ${find(click)}`;
      add(key);
      if (!ofVisit.includes(name)) uniqueBy.set(key, (uniqueBy.get(key) ?? new Set()).add(person));
    }
  }
  // A visitor with several values counts under the first.
  const apart = clicks === 0 ? {} : Object.fromEntries(ofVisit.map((name) => [name, people.size]));
  const unique = { ...Object.fromEntries([...uniqueBy].map(([key, set]) => [key, set.size])), ...apart };
  return { clicks, bots, unique: people.size, by: Object.fromEntries([...by].sort()), uniqueBy: unique };
}

async function found(db: Db, linkId: number) {
  const window = statsWindow({}, 30, Date.now() + dayMs / 24, await findOpenDay(db));
  const stats = await toStats(db, window, await getCounts(db, { workspaceId: 1, linkId }, window));
  const by = Object.entries(stats.breakdown).flatMap(([name, values]) =>
    values.map(({ value, clicks }) => [`${name} ${value}`, clicks] as const),
  );
  const uniqueBy: Record<string, number> = {};
  for (const [name, values] of Object.entries(stats.breakdown)) {
    const isApart = ofVisit.includes(name);
    for (const { value, uniqueClicks } of values) {
      const key = isApart ? name : `${name} ${value}`;
      uniqueBy[key] = (uniqueBy[key] ?? 0) + uniqueClicks;
    }
  }
  const { clicks, botClicks, uniqueClicks } = stats.totals;
  return { clicks, bots: botClicks, unique: uniqueClicks, by: Object.fromEntries(by.sort()), uniqueBy };
}

/** Waits until `total` clicks are counted, or none has arrived for a while. */
async function settle(db: Db, total: number): Promise<void> {
  let last = -1;
  for (let quiet = 0; quiet < 100; quiet++) {
    const all = await found(db, 0).catch(() => ({ clicks: -1, bots: 0 }));
    if (all.clicks + all.bots >= total) break;
    if (all.clicks !== last) quiet = 0;
    last = all.clicks;
    await sleep(250);
  }
  // Leaves time for a double count.
  await sleep(1_500);
}

t.test(
  'every answered click is counted once while workers, daemons, MySQL and Redis are killed and restarted',
  async (t) => {
    const { mysql, redis, db, daemon, worker } = await startStack(t);
    const slugs = Array.from({ length: 12 }, (_, n) => `link${n}`);
    const ids = new Map<string, number>();
    for (const slug of slugs) ids.set(slug, await putLink(db, { slug }));
    const daemons = [await daemon(), await daemon()] as const;
    const workers = [await worker(), await worker()] as const;
    await Promise.all(daemons.map((one) => one.start()));
    for (const one of workers) one.launch();

    const ledger: Ledger = new Map(slugs.map((slug) => [slug, []]));
    const uncertain: number[] = [];
    let next = 0;
    let over = false;
    const paused: [boolean, boolean] = [false, false];
    const busy: [number, number] = [0, 0];
    const visitor = async (which: 0 | 1) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (!over) {
        if (paused[which]) {
          await sleep(5);
          continue;
        }
        const visit = visitOf(next++, slugs);
        busy[which]++;
        const status = await click(daemons[which].port, agent, visit);
        busy[which]--;
        if (status === 302) ledger.get(visit.slug)?.push({ visit, at: Date.now() });
        else if (!paused[which]) uncertain.push(status ?? 0);
        await sleep(15);
      }
      agent.destroy();
    };
    const quiet = async (which: 0 | 1) => {
      paused[which] = true;
      while (busy[which] > 0) await sleep(2);
      await hasWritten(daemons[which]);
    };
    const traffic = Array.from({ length: 8 }, (_, n) => visitor((n % 2) as 0 | 1));

    const chaos = async () => {
      for (let round = 0; round < 2; round++) {
        await sleep(700);
        await workers[0].end('SIGKILL');
        await redis.kill('SIGKILL');
        await sleep(600);
        workers[0].launch();
        await redis.start();
        await sleep(900);
        await mysql.kill('SIGKILL');
        await sleep(300);
        await workers[1].end('SIGKILL');
        await sleep(500);
        await mysql.start();
        workers[1].launch();
        await sleep(500);
        // A replaced daemon drains; one that is killed between answers has everything on disk.
        await quiet(0);
        await daemons[0].end(round === 0 ? 'SIGTERM' : 'SIGKILL');
        await daemons[0].start();
        paused[0] = false;
        await quiet(1);
        await daemons[1].end('SIGKILL');
        await daemons[1].start();
        paused[1] = false;
      }
    };
    await chaos();
    await sleep(500);
    over = true;
    await Promise.all(traffic);
    await workers[0].end('SIGKILL');
    workers[0].launch();

    const all = [...ledger.values()].flat();
    t.same(uncertain, [], 'every request was answered with the redirect');
    t.ok(all.length > 1_000, `${all.length} clicks were sent`);
    await settle(db, all.length);
    for (const [slug, entries] of ledger) t.same(await found(db, ids.get(slug) as number), expected(entries), slug);
    const total = await found(db, 0);
    t.equal(total.clicks + total.bots, all.length, 'nothing is missing or doubled');
    const raw = await clicksInBlocks(db);
    t.equal(raw.length, all.length, 'and so for the raw clicks');
    const salted = JSON.stringify(raw.slice(0, 50));
    t.notMatch(salted, /203\.0\.113/, 'no IP address is stored');
  },
);

/** A worker's statements to MySQL between its reading of clicks and storing them. */
const steps: Step[] = [
  ['it has read from Redis', /from `click_batches`/i, 'silent-before'],
  ['it reads earlier visitors', /from `click_blocks`/i, 'silent-after'],
  ['it holds the claims of its shards', /update `click_shards` set `turns`/i, 'silent-after'],
  ['it has marked the parts', /insert into `click_batches`/i, 'silent-after'],
  ['it has stored the clicks', /INSERT INTO click_blocks/, 'silent-after'],
  ['it has counted the hours', /INSERT INTO click_hours/, 'silent-after'],
  ['it has counted the days', /INSERT INTO click_days/, 'silent-after'],
  ['it asks to commit', commit, 'silent-before', /INSERT INTO click_hours/],
  ['it has committed', commit, 'silent-after', /INSERT INTO click_hours/],
];

t.test(
  'if a worker is killed between any two steps, each click is stored completely or not at all, and another worker continues',
  async (t) => {
    const { redis, db, daemon, watchedWorker } = await startStack(t);
    const watched = await watchedWorker();
    const linkId = await putLink(db, { slug: 'here' });
    const one = await daemon();
    await one.start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ledger: { visit: Visit; at: number }[] = [];
    const clickSome = async () => {
      for (let n = 0; n < 40; n++) {
        const visit = visitOf(ledger.length, ['here']);
        if ((await click(one.port, agent, visit)) === 302) ledger.push({ visit, at: Date.now() });
      }
    };
    const commands = openRedis(redis.url, 'queue', log);
    t.teardown(() => commands.disconnect());
    for (const step of steps) {
      await clickSome();
      t.ok(await killAt(watched, step), step[0]);
    }
    await clickSome();
    watched.worker.launch();
    agent.destroy();
    await settle(db, ledger.length);
    t.same(await found(db, linkId), expected(ledger));
    t.equal((await clicksInBlocks(db)).length, ledger.length);
    t.same(await commands.keys('*click-parts*'), [], 'nothing is left in progress');
  },
);

t.test('a daemon killed right after an answer loses at most the click of that answer', async (t) => {
  const { db, daemon, worker } = await startStack(t);
  const linkId = await putLink(db, { slug: 'here' });
  const one = await daemon();
  await one.start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let answered = 0;
  for (let n = 0; n < 200; n++) {
    const visit = { ...visitOf(n, ['here']), userAgent: agents.chrome, qr: false };
    if ((await click(one.port, agent, visit)) === 302) answered++;
  }
  await one.end('SIGKILL');
  agent.destroy();
  t.equal(answered, 200);
  // Its successor adopts its remaining clicks.
  await one.start();
  (await worker()).launch();
  await settle(db, answered - 1);
  const { clicks } = await found(db, linkId);
  t.ok(clicks === answered || clicks === answered - 1, `${clicks} of ${answered} were counted`);
});

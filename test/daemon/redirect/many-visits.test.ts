/**
 * Visits over HTTP to two processes that restart, compared with an independent model: their destinations, the shares of variants and
 * the stored clicks. 1,600 visits of 40 links; a million visits of 1,000 links with TEST_LONG=1.
 */
import { connect } from 'node:net';
import fc from 'fast-check';
import type { Variant } from '../../../daemon/redirect/core/conditions.ts';
import { agents } from '../../fixtures/clicks.ts';
import { addWorkspace, caller, startDaemon } from '../../fixtures/daemon.ts';
import { anyLink, anyVisit, type PlainVisit, possible } from '../../fixtures/plain-rules.ts';
import { service } from '../../fixtures/processes.ts';
import { envOf } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const isFull = process.env.TEST_LONG === '1';
const linkCount = isFull ? 1_000 : 40;
const visitorCount = isFull ? 500 : 20;
const env = {
  ...{ DEFAULT_SHORT_DOMAIN: 'go.test', TRUSTED_PROXIES: '127.0.0.1', COUNTRY_HEADER: 'cf-ipcountry' },
  // With the same secret and ids, every run gives the same variants.
  CERTIFICATE_SECRET: 'the same everywhere',
};
const url = 'https://example.com/';

const links = fc.sample(anyLink, { numRuns: linkCount, seed: 7 }).map(({ rules, variants }) => ({
  variants,
  // The present time of the processes is not known exactly.
  rules: rules.filter(({ when }) => when.hours === undefined),
}));
const people = [agents.chrome, agents.iphone, agents.ipad, agents.firefox] as const;
const visitors = fc
  .sample(anyVisit, { numRuns: visitorCount, seed: 8 })
  .map((visit, n): PlainVisit => ({ ...visit, agent: people[n % people.length] as string, now: Date.now() }));

function requestOf(link: number, visitor: number): string {
  const { agent, language, referer, query, address, country } = visitors[visitor] as PlainVisit;
  const text = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const headers = {
    Host: 'go.test',
    'User-Agent': `${agent} visitor-${visitor}`,
    'Accept-Language': language,
    Referer: referer,
    'X-Forwarded-For': address,
    'CF-IPCountry': country,
  };
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  return `GET /s${link}${text && `?${text}`} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

const requestsAtOnce = 64;

/** Sends requests over one connection, several before each answer. Returns the destinations without queries, in order. */
async function visit(port: number, requests: string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  const found: string[] = [];
  let text = '';
  let sent = 0;
  const send = () => {
    socket.write(requests.slice(sent, sent + requestsAtOnce).join(''));
    sent += requestsAtOnce;
  };
  send();
  for await (const chunk of socket) {
    const heads = (text + chunk).split('\r\n\r\n');
    text = heads.pop() as string;
    for (const head of heads) found.push(/^HTTP\/1\.1 302 .*^Location: ([^?\r]*)/ms.exec(head)?.[1] ?? head);
    if (found.length >= requests.length) break;
    if (found.length >= sent) send();
  }
  return found;
}

/** Starts two redirect processes and a worker, with the links in MySQL. */
async function start(t: Test) {
  const api = await startDaemon(t, { env });
  const { db } = api.context;
  const workspace = await addWorkspace(db, 'scale');
  const now = new Date();
  await db
    .insertInto('links')
    .values(
      links.map(({ rules, variants }, n) => ({
        ...{ id: n + 1, public_id: `lnk_${n}`, workspace_id: workspace.id, domain_id: 0, slug: `s${n}`, url },
        rules: rules.length > 0 ? JSON.stringify(rules) : null,
        variants: variants.length > 0 ? JSON.stringify(variants) : null,
        ...{ redirect_type: 302, created_at: now, updated_at: now },
      })),
    )
    .execute();
  const folder = t.testdir();
  const shared = { ...env, ...envOf(api.stores), BASE_URL: 'http://go.test/api' };
  const [one, two] = await Promise.all(
    ['one', 'two'].map((name) =>
      service(t, 'daemon/server.js', 'LINKS_PORT', { ...shared, LOCAL_DIR: `${folder}/${name}` }),
    ),
  );
  await Promise.all([one?.start(), two?.start()]);
  (await service(t, 'daemon/worker.js', 'LINKS_PORT', { ...shared, LOCAL_DIR: `${folder}/one` })).launch();
  return {
    db,
    call: caller(api, workspace.key),
    processes: [one, two] as [NonNullable<typeof one>, NonNullable<typeof two>],
  };
}

/** Returns the critical value of χ² for p = 0.01 (Wilson and Hilferty's approximation). */
const criticalValue = (freedom: number) =>
  freedom * (1 - 2 / (9 * freedom) + 2.326 * Math.sqrt(2 / (9 * freedom))) ** 3;

t.test('visits match the model in every process and after a restart, and clicks of variants add up', async (t) => {
  const { db, call, processes } = await start(t);
  const wrong: string[] = [];
  const seen = links.map(() => new Array<string>(visitorCount).fill(''));
  for (const round of [0, 1]) {
    // In the second round, the other process answers each visitor, after a restart.
    if (round === 1) for (const one of processes) await one.end('SIGTERM').then(() => one.start());
    const lanes = Array.from({ length: 8 }, (_, lane) => links.flatMap((_, n) => (n % 8 === lane ? [n] : [])));
    await Promise.all(
      lanes.map(async (numbers, lane) => {
        for (const n of numbers) {
          const requests = visitors.map((_, visitor) => requestOf(n, visitor));
          const found = await visit(processes[(lane + round) % 2 === 0 ? 0 : 1].port, requests);
          for (const [visitor, to] of found.entries()) {
            const { rules, variants } = links[n] as (typeof links)[number];
            const kept = seen[n] as string[];
            const isExpected = possible(rules, variants, url, visitors[visitor] as PlainVisit).includes(to);
            if (!isExpected || (round === 1 && kept[visitor] !== to)) wrong.push(`${n}, ${visitor}: ${to}`);
            kept[visitor] = to;
          }
          if (found.length !== requests.length) wrong.push(`${n}: ${found.length} answers`);
        }
      }),
    );
  }
  const visits = linkCount * visitorCount * 2;
  t.same([wrong.length, wrong[0]], [0, undefined], `${visits} redirects`);

  const drawn = drawsOf(seen);
  const { chi, freedom } = chiSquare(drawn);
  t.comment(`χ² ${chi.toFixed(0)} with ${freedom} degrees of freedom, critical ${criticalValue(freedom).toFixed(0)}`);
  t.ok(chi < criticalValue(freedom), 'variants have their shares');

  await until(
    async () =>
      await db
        .selectFrom('click_days')
        .select((e) => e.fn.sum<string>('clicks').as('clicks'))
        .where('link_id', '=', 0)
        .executeTakeFirst(),
    (row) => Number(row?.clicks) >= visits,
  );
  let different = 0;
  let sum = 0;
  for (let n = 0; n < linkCount; n++) {
    const { json } = await call('GET', `/links/lnk_${n}/stats`);
    const counted = new Map<string, number>(
      json.breakdown.variants.map(({ value, clicks }: { value: string; clicks: number }) => [value, clicks]),
    );
    const expected = namesOf(n, seen[n] as string[]);
    if (json.totals.clicks !== visitorCount * 2) different++;
    for (const [name, clicks] of expected) if (counted.get(name) !== clicks) different++;
    if (counted.size !== expected.size) different++;
    sum += json.totals.clicks;
  }
  t.same([different, sum], [0, visits], "clicks of variants and of links are the model's");
});

/** The clicks of each variant of link `n`, from each visitor's destination in both rounds. */
function namesOf(n: number, destinations: string[]): Map<string, number> {
  const { rules, variants } = links[n] as (typeof links)[number];
  const names = new Map(
    [...variants, ...rules.flatMap((rule) => rule.variants ?? [])].map((one) => [one.url, one.name]),
  );
  const clicks = new Map<string, number>();
  for (const to of destinations) {
    const name = names.get(to);
    if (name !== undefined) clicks.set(name, (clicks.get(name) ?? 0) + 2);
  }
  return clicks;
}

/** Numbers of visitors by destination, for each list of variants that some visitors of a link share. */
function drawsOf(seen: string[][]): { among: Variant[]; counts: Map<string, number> }[] {
  return links.flatMap(({ rules, variants }, n) => {
    const lists = [variants, ...rules.map((rule) => rule.variants ?? [])].filter(({ length }) => length > 0);
    return lists.map((among) => {
      const counts = new Map(among.map((one) => [one.url, 0]));
      for (const to of seen[n] as string[]) if (counts.has(to)) counts.set(to, (counts.get(to) as number) + 1);
      return { among, counts };
    });
  });
}

/** Returns the sum of χ² over all lists in which each variant should have at least five visitors. */
function chiSquare(draws: ReturnType<typeof drawsOf>): { chi: number; freedom: number } {
  let [chi, freedom] = [0, 0];
  for (const { among, counts } of draws) {
    const weights = among.reduce((sum, { weight }) => sum + weight, 0);
    const drawn = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const expected = among.map(({ weight }) => (drawn * weight) / weights);
    if (expected.some((count) => count < 5)) continue;
    for (const [index, one] of among.entries()) {
      const [wanted, got] = [expected[index] as number, counts.get(one.url) as number];
      chi += (got - wanted) ** 2 / wanted;
    }
    freedom += among.length - 1;
  }
  return { chi, freedom };
}

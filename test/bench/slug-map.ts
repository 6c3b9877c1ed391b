/**
 * The slug map on its own: bytes per link beyond its texts, lookups compared with a plain Map of objects, the longest pauses of
 * growth and compaction, and the snapshot of ten million links.
 */
import { rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { indexParts, SlugMap, type SlugRecord } from '../../daemon/redirect/map/slug-map.ts';
import { readSnapshot, writeSnapshot } from '../../daemon/redirect/map/snapshot.ts';

const many = Number(process.env.BENCH_LINKS || 10_000_000);
const few = Math.min(many, 1_000_000);

const slugOf = (n: number) => `s${n.toString(36).padStart(6, '0')}`;
const urlOf = (n: number) => `https://www.example.com/articles/2026/11/some-longer-title-of-a-page-${n}?ref=newsletter`;
const recordOf = (n: number): SlugRecord => ({
  linkId: n,
  checksum: n,
  permanent: false,
  takesContacts: false,
  banned: false,
  location: urlOf(n),
  rare: [],
});
const textBytes = (links: number) => {
  let sum = 0;
  for (let n = 0; n < links; n++) sum += slugOf(n).length + urlOf(n).length;
  return sum;
};
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const seconds = (from: number) => ((performance.now() - from) / 1_000).toFixed(2);
/** The smaller of wall and processor time, so that other processes' time is not counted. */
function cpuMs(work: () => void): number {
  const cpu = process.cpuUsage();
  const from = performance.now();
  work();
  const wall = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  return Math.min(wall, (user + system) / 1_000);
}
const rss = () => process.memoryUsage.rss() / 2 ** 20;

function build(links: number): { map: SlugMap; longestMs: number } {
  const map = new SlugMap();
  let longestMs = 0;
  for (let n = 0; n < links; n++) {
    const record = recordOf(n);
    const before = performance.now();
    map.set(0, slugOf(n), record);
    longestMs = Math.max(longestMs, performance.now() - before);
  }
  return { map, longestMs };
}

function lookups(): void {
  const { map } = build(few);
  const rival = new Map<string, { location: string; permanent: boolean; linkId: number }>();
  for (let n = 0; n < few; n++) rival.set(`0/${slugOf(n)}`, { location: urlOf(n), permanent: false, linkId: n });
  const asked = Array.from({ length: 200_000 }, () => `/${slugOf(Math.floor(Math.random() * few))}`);
  const [mine, theirs]: number[][] = [[], []];
  let sum = 0;
  for (let round = 0; round < 9; round++) {
    let from = performance.now();
    for (const url of asked) sum += map.location(map.find(0, url, 1, url.length)).length;
    mine?.push(((performance.now() - from) * 1e6) / asked.length);
    from = performance.now();
    for (const url of asked) sum += (rival.get(`0${url}`) as { location: string }).location.length;
    theirs?.push(((performance.now() - from) * 1e6) / asked.length);
  }
  const [a, b] = [median(mine as number[]), median(theirs as number[])];
  console.log(
    `lookup of random slugs of ${few}: ${a.toFixed(0)} ns, a Map of objects ${b.toFixed(0)} ns, ratio ${(a / b).toFixed(2)} (${sum > 0})`,
  );
}

async function main(): Promise<void> {
  lookups();
  globalThis.gc?.();
  const before = rss();
  let from = performance.now();
  const { map, longestMs } = build(many);
  console.log(`${many} links inserted in ${seconds(from)} s, longest single insert ${longestMs.toFixed(1)} ms`);
  const { bytes } = map.memory();
  const beyond = (bytes - textBytes(many)) / many;
  console.log(
    `${(bytes / 2 ** 30).toFixed(2)} GiB held, ${beyond.toFixed(1)} bytes a link beyond slug and URL; RSS grew by ${Math.round(rss() - before)} MiB`,
  );

  const dir = await mkdtemp(path.join(tmpdir(), 'waypost-bench-'));
  const file = path.join(dir, 'map');
  from = performance.now();
  await writeSnapshot(file, map, { installation: 'bench', changeId: 1 }, []);
  console.log(`snapshot written in ${seconds(from)} s, ${(statSync(file).size / 2 ** 30).toFixed(2)} GiB`);

  const compactions: number[] = [];
  for (let n = 0; n < many; n += 2) map.set(0, slugOf(n), recordOf(n));
  const { dead } = map.memory();
  for (let more = true; more; ) {
    const spent = cpuMs(() => {
      more = map.compactFor(1);
    });
    compactions.push(spent);
  }
  const [longest = 0, second = 0, third = 0] = compactions.sort((a, b) => b - a);
  console.log(
    `half replaced: ${Math.round(dead / 2 ** 20)} MiB dead, ${Math.round(map.memory().dead / 2 ** 20)} after compaction in ${compactions.length} steps of ${median(compactions).toFixed(1)} ms, the longest ${[longest, second, third].map((ms) => ms.toFixed(1)).join(', ')} ms`,
  );
  let longestPart = 0;
  for (let part = 0; part < indexParts; part++) {
    const start = performance.now();
    map.addressesIn(part);
    longestPart = Math.max(longestPart, performance.now() - start);
  }
  console.log(`longest step of a walk over the index ${longestPart.toFixed(1)} ms`);
  from = performance.now();
  const read = await readSnapshot(file);
  console.log(`snapshot read in ${seconds(from)} s: ${read?.map.size} links`);
  rmSync(dir, { recursive: true, force: true });
}

await main();

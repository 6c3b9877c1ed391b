/** The spool: limited, full, torn and orphaned; and the capture before it, which counts losses. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { frameHeadBytes, readClicks, readFrames, sealFrame } from '../../../daemon/clicks/bytes/record.ts';
import { createClickCapture } from '../../../daemon/clicks/capture.ts';
import { Spool } from '../../../daemon/clicks/spool.ts';
import { createClients } from '../../../daemon/redirect/client.ts';
import { Choice, peerOf } from '../../../daemon/redirect/core/visit.ts';
import { clickOf, toBytes } from '../../fixtures/clicks.ts';
import { mountDisk } from '../../fixtures/disk.ts';
import { log } from '../../fixtures/redirects.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

async function directoryOf(t: Test): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-spool-'));
  t.teardown(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function frameOf(...linkIds: number[]): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(frameHeadBytes), toBytes(linkIds.map((id) => clickOf(id, 1)))]);
  sealFrame(bytes, bytes.length);
  return bytes;
}

const append = (spool: Spool, ...linkIds: number[]) => {
  const frame = frameOf(...linkIds);
  return spool.append(frame, frame.length);
};

async function drain(spool: Spool): Promise<number[]> {
  const found: number[] = [];
  for (let segment = spool.take(); segment; segment = spool.take()) {
    found.push(
      ...readFrames(await spool.read(segment))
        .frames.flatMap(readClicks)
        .map(({ linkId }) => linkId),
    );
    await spool.remove(segment);
  }
  return found;
}

const captureInto = (spool: Pick<Spool, 'append'>) =>
  createClickCapture({
    spool,
    salts: { get: () => Buffer.alloc(32, 7) },
    clients: createClients({ trustedProxies: [], countryHeader: '' }, (address) =>
      address === '198.51.100.7' ? 'DE' : undefined,
    ),
    log,
  });

const peer = peerOf('198.51.100.7');
const visit = (fields: Record<string, string> = {}) => ({
  getHeader: (name: string) => ({ 'user-agent': 'agent', ...fields })[name] ?? '',
});

t.test('appended clicks are read back once, in segments, until the segments are removed', async (t) => {
  const spool = new Spool({ directory: await directoryOf(t), maxBytes: 1 << 20, log });
  for (const id of [1, 2, 3]) t.ok(append(spool, id));
  t.same(await drain(spool), [1, 2, 3]);
  t.same(spool.state(), { bytes: 0, segments: 0 });
  await spool.close();
});

t.test('the oldest click is known until its segment is removed, even while it is being read', async (t) => {
  const directory = await directoryOf(t);
  const spool = new Spool({ directory, maxBytes: 1 << 20, log });
  t.equal(spool.oldestSince(), undefined);
  const before = Date.now();
  append(spool, 1);
  const since = spool.oldestSince() as number;
  t.ok(since >= before && since <= Date.now());
  const segment = spool.take() as NonNullable<ReturnType<Spool['take']>>;
  append(spool, 2);
  t.equal(spool.oldestSince(), since, 'a taken segment still waits');
  spool.putBack(segment);
  t.equal(spool.oldestSince(), since);
  await drain(spool);
  t.equal(spool.oldestSince(), undefined);
  await spool.close();
});

t.test('clicks over the limit are refused, and clicks already on disk are kept', async (t) => {
  const spool = new Spool({ directory: await directoryOf(t), maxBytes: 500, log });
  let kept = 0;
  while (append(spool, kept + 1)) kept++;
  t.ok(kept > 0 && spool.state().bytes <= 500);
  t.same(
    await drain(spool),
    Array.from({ length: kept }, (_, n) => n + 1),
  );
  t.ok(append(spool, 99), 'it accepts clicks again once there is space');
  await spool.close();
});

t.test('a closed spool accepts no more clicks, even if other files replace its own', async (t) => {
  const directory = await directoryOf(t);
  const spool = new Spool({ directory, maxBytes: 1 << 20, log });
  const capture = captureInto(spool);
  capture.record(1, visit(), peer, 'link', Choice.url);
  capture.close();
  await sleep(50);
  await spool.close();
  const files = ['a', 'b', 'c'].map((name) => path.join(directory, name));
  const opened = files.map((file) => openSync(file, 'w'));
  t.notOk(append(spool, 2));
  capture.record(3, visit(), peer, 'link', Choice.url);
  await sleep(0);
  for (const fd of opened) closeSync(fd);
  for (const file of files) t.equal(statSync(file).size, 0);
  t.same(capture.counts(), { recorded: 1, lost: 0 });
});

t.test(
  'with a full disk, redirects continue, the loss is counted, and clicks that fit later are written',
  async (t) => {
    const disk = await mountDisk(t, '64k');
    if (!disk) {
      t.pass('no separate disk can be mounted here');
      return;
    }
    const spool = new Spool({ directory: disk, maxBytes: 1 << 30, log });
    const capture = captureInto(spool);
    const made = 200_000;
    for (let n = 0; n < made; n++) {
      capture.record(n + 1, visit(), peer, 'link', 0);
      if (n % 500 === 0) await sleep(0);
    }
    const { recorded, lost } = capture.counts();
    t.equal(recorded + lost, made);
    t.ok(lost > 0 && recorded > 0, `${lost} were lost`);
    const first = await drain(spool);
    execFileSync('mount', ['-o', 'remount,size=64m', disk]);
    capture.close();
    const all = [...first, ...(await drain(spool))];
    t.equal(all.length, recorded, 'every click not counted as lost is there');
    t.equal(new Set(all).size, recorded);
    await spool.close();
  },
);

t.test('on a nearly full disk, the spool accepts few clicks, and many again once space is free', async (t) => {
  const directory = await mountDisk(t, '32m');
  if (!directory) {
    t.pass('no separate disk can be mounted here');
    return;
  }
  const spool = new Spool({ directory, maxBytes: 1 << 30, keepFreeBytes: 64 << 20, log });
  const many = Array.from({ length: 2_000 }, (_, n) => n);
  // It checks the disk outside the redirect path.
  await until(() => !append(spool, ...many));
  t.ok(spool.state().bytes <= 8 << 20, 'it stops before the disk is full');
  t.ok((await statfs(directory)).bavail > 0);
  t.equal((await drain(spool)).length % many.length, 0);
  t.ok(append(spool, ...many), 'removed clicks make space for new ones');
  execFileSync('mount', ['-o', 'remount,size=256m', directory]);
  await until(() => append(spool, ...many) && spool.state().bytes > 9 << 20);
  await spool.close();
});

t.test('a spool smaller than the clicks in memory writes them in parts, and every lost click is counted', async (t) => {
  const spool = new Spool({ directory: await directoryOf(t), maxBytes: 3 << 20, log });
  const capture = captureInto(spool);
  const made = 120_000;
  const kept: number[] = [];
  for (let n = 0; n < made; n++) {
    capture.record(n + 1, visit({ 'user-agent': 'a'.repeat(100) }), peer, 'link', 0);
    if (n % 500 === 0) await sleep(0);
    // An outage of MySQL and Redis that ends midway.
    if (n % 1_000 === 0 && n > made / 2) kept.push(...(await drain(spool)));
  }
  t.ok(capture.counts().lost > 0, 'the outage was longer than the space lasts');
  for (let turn = 0; turn < 5; turn++) {
    await sleep(150);
    kept.push(...(await drain(spool)));
  }
  const { recorded, lost } = capture.counts();
  t.equal(kept.length, recorded, 'all kept clicks left the spool');
  t.equal(recorded + lost, made);
  t.equal(new Set(kept).size, recorded);
  capture.close();
  await spool.close();
});

t.test('clicks still in memory when a process ends with a full disk are counted as lost', async (t) => {
  const spool = new Spool({ directory: await directoryOf(t), maxBytes: 1 << 20, log });
  const capture = captureInto(spool);
  const made = 15_000;
  for (let n = 0; n < made; n++) capture.record(n + 1, visit({ 'user-agent': 'a'.repeat(200) }), peer, 'link', 0);
  await sleep(0);
  capture.close();
  const { recorded, lost } = capture.counts();
  t.ok(lost > 0 && recorded > 0);
  t.equal(recorded + lost, made);
  t.equal((await drain(spool)).length, recorded);
  await spool.close();
});

t.test('a segment with a torn end returns all clicks before the tear', async (t) => {
  const directory = await directoryOf(t);
  const orphan = path.join(directory, 'otherboot-0-1-1.x.0');
  mkdirSync(orphan);
  writeFileSync(path.join(orphan, 'a.clicks'), Buffer.concat([frameOf(1, 2), frameOf(3).subarray(0, 20)]));
  const fd = openSync(path.join(orphan, 'b.clicks'), 'w');
  writeSync(fd, frameOf(4));
  closeSync(fd);
  truncateSync(path.join(orphan, 'b.clicks'), 10);
  const spool = new Spool({ directory, maxBytes: 1 << 20, log });
  spool.adopt();
  t.same(await drain(spool), [1, 2]);
  const isThere = () => readdirSync(directory).includes(path.basename(orphan));
  for (let tries = 0; tries < 200 && isThere(); tries++) await sleep(10);
  t.equal(isThere(), false, "the ended process's directory is deleted too");
  await spool.close();
});

/** A process that has done `act` and keeps running. */
async function spoolProcess(t: Test, directory: string, act: 'write' | 'adopt') {
  const script = path.join(import.meta.dirname, '../../fixtures/spool-process.js');
  const child = spawn(process.execPath, [script, directory, act], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return { child, found: JSON.parse(String(line)) as number[] };
}

t.test(
  "exactly one process adopts a killed process's clicks, and none adopts a running process's clicks",
  async (t) => {
    const directory = await directoryOf(t);
    const { child: writer } = await spoolProcess(t, directory, 'write');
    t.same((await spoolProcess(t, directory, 'adopt')).found, [], 'the writer lives');
    const gone = once(writer, 'exit');
    writer.kill('SIGKILL');
    await gone;
    const adopters = await Promise.all(Array.from({ length: 4 }, () => spoolProcess(t, directory, 'adopt')));
    t.same(
      adopters.flatMap(({ found }) => found),
      [1, 2, 3],
    );
  },
);

t.test('a click stores data about its request, without the IP address', async (t) => {
  const frames: Buffer[] = [];
  const capture = captureInto({
    append: (frame, length) => frames.push(Buffer.from(frame.subarray(0, length))) > 0,
  });
  capture.record(5, visit({ referer: 'https://www.site.example:8080/page?q=1' }), peer, 'qr', Choice.country);
  capture.record(6, visit({ 'sec-purpose': 'prefetch;prerender' }), peer, 'link', 0);
  const prefetches: Record<string, string>[] = [
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
    { 'x-purpose': 'preview' },
  ];
  for (const headers of prefetches) capture.record(6, visit(headers), peer, 'link', 0);
  capture.record(7, visit({ 'user-agent': 'other' }), peer, 'link', 0);
  capture.record(8, visit(), peer, 'link', 0);
  const query = 'ref=x&utm_source=news&utm_campaign=sp%C3%A4t';
  capture.record(9, visit({ 'accept-language': 'de-AT,de;q=0.8, en' }), peer, 'link', 0, false, query);
  capture.record(10, visit({ 'accept-language': '*;q=0.5' }), peer, 'link', 0, false, 'ref=x');
  capture.close();
  const bytes = Buffer.concat(frames);
  const [first, second, third, fourth, fifth, ...more] = readFrames(bytes).frames.flatMap(readClicks);
  t.match(fourth, { linkId: 9, language: 'de-AT', utm: 'news\n\nspät' });
  t.match(fifth, { linkId: 10, language: '', utm: '' });
  t.match(first, {
    linkId: 5,
    qr: true,
    choice: Choice.country,
    country: 'DE',
    userAgent: 'agent',
    referrer: 'www.site.example:8080',
  });
  t.match(second, { linkId: 7, qr: false, choice: Choice.url, userAgent: 'other', referrer: '' });
  t.equal(first?.visitor, third?.visitor, 'the same IP address and user agent are the same visitor');
  t.not(first?.visitor, second?.visitor);
  t.same(more, [], 'a prefetch is no click');
  t.equal(bytes.includes(Buffer.from([198, 51, 100, 7])), false);
});

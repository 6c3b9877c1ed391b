/**
 * Cost of a browser application in a browser, each figure against its limit: the bytes of each screen, and Lighthouse's scores of
 * the first screen. The time until it is usable is compared with the same page as plain HTML and measured over a slow network, and
 * the drawing of rows is compared with the browser's own copying of their table. BENCH_ROUNDS is 7 by default.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, type Cookie, chromium, type Page } from 'playwright-core';
import { projectRoot } from '../../../shared/paths.ts';
import { type BrowserApp, budget, buildApp } from '../../../shared/site/build-app.ts';
import { chromiumArgs, findChromium } from '../../fixtures/browser/chromium.ts';
import { requestsOf } from '../../fixtures/browser/first-visit.ts';
import type { Place } from '../../fixtures/browser/routes.ts';
import { createEnds, type Ends } from '../../fixtures/ends.ts';
import { freePort } from '../../fixtures/processes.ts';
import { runBench } from './processes.ts';

const rounds = Number(process.env.BENCH_ROUNDS || 7);
const limits = { route: 100_000, score: 95, usableMs: 1_000, redrawMs: 16 };

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number;
const show = (what: string, value: number, limit: number, unit: string, is: 'below' | 'above' = 'below') => {
  const holds = is === 'below' ? value <= limit : value >= limit;
  const bound = `${is === 'below' ? '≤' : '≥'} ${limit} ${unit}`;
  console.log(
    `${what}: ${value.toFixed(1)} ${unit} (${bound}, ${(value / limit).toFixed(2)} of it)${holds ? '' : ', MISSED'}`,
  );
};

/** A signed-in session, and all screens. */
export type Opened = { origin: string; cookies: Cookie[]; places: Place[] };
type Visitor = Opened & { app: BrowserApp; browser: Browser };

/** Opens a browser that has only a session. */
async function openFresh<T>({ browser, cookies }: Visitor, work: (page: Page, context: BrowserContext) => Promise<T>) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies(cookies);
    return await work(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

/** Gzipped bytes of the scripts that a browser requests for a screen's first load. */
const scriptBytes = (visitor: Visitor, { path: at }: Place) =>
  openFresh(visitor, async (page) => {
    const names = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') names.add(path.basename(new URL(request.url()).pathname));
    });
    await page.goto(visitor.origin + at);
    await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => {});
    const files = [...names].map((name) =>
      readFile(path.join(projectRoot, visitor.app.output, 'assets', `${name}.gz`)),
    );
    return (await Promise.all(files)).reduce((sum, { length }) => sum + length, 0);
  });

async function measureBytes(visitor: Visitor): Promise<void> {
  const first = await buildApp(visitor.app);
  show('first load, scripts', first.script / 1_000, budget.script / 1_000, 'kB');
  show('first load, style', first.style / 1_000, budget.style / 1_000, 'kB');
  for (const place of visitor.places)
    show(`scripts of ${place.name}`, (await scriptBytes(visitor, place)) / 1_000, limits.route / 1_000, 'kB');
}

/** Time since the navigation started until there is a heading and nothing is loading. */
const untilUsable = `new Promise((resolve) => {
  const look = () => document.querySelector('main h1') && !document.querySelector('main [aria-busy=true], main [aria-label=Loading]')
    ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})`;

const timeToUse = (visitor: Visitor, address: string) =>
  openFresh(visitor, async (page) => {
    await page.goto(address);
    return page.evaluate<number>(untilUsable);
  });

/** Serves a copy of the first screen without scripts from Node.js. */
async function serveCopy(ends: Ends, visitor: Visitor): Promise<string> {
  const html = await openFresh(visitor, async (page) => {
    await page.goto(`${visitor.origin}${visitor.app.base}`);
    await page.evaluate(untilUsable);
    return (await page.content()).replace(/<script.*?<\/script>|<link rel="modulepreload"[^>]*>/g, '');
  });
  const page = html.replaceAll(`href="${visitor.app.base}/assets`, `href="${visitor.origin}${visitor.app.base}/assets`);
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  ends.teardown(() => server.close());
  return `http://localhost:${port}/`;
}

async function measureUse(ends: Ends, visitor: Visitor): Promise<void> {
  const copy = await serveCopy(ends, visitor);
  const times = { own: [] as number[], copy: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.own.push(await timeToUse(visitor, `${visitor.origin}${visitor.app.base}`));
    times.copy.push(await timeToUse(visitor, copy));
  }
  const [own, plain] = [median(times.own), median(times.copy)];
  show('first screen can be used', own, limits.usableMs, 'ms');
  console.log(`  the same as plain HTML: ${plain.toFixed(1)} ms, ratio ${(own / plain).toFixed(2)}`);
}

/** A poor mobile network: latency in ms, and bytes per second (400 kbit/s). */
const slowNetwork = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Opens screens for the first time over a slow network. */
async function measureSlowVisits(visitor: Visitor): Promise<void> {
  for (const place of visitor.places.filter(({ isInNav }) => isInNav).slice(0, 3)) {
    await openFresh(visitor, async (page, context) => {
      const network = await context.newCDPSession(page);
      await network.send('Network.enable');
      await network.send('Network.emulateNetworkConditions', slowNetwork);
      let sent = 0;
      network.on('Network.loadingFinished', ({ encodedDataLength }) => {
        sent += encodedDataLength;
      });
      await page.goto(visitor.origin + place.path);
      const usable = await page.evaluate<number>(untilUsable);
      const requests = await requestsOf(page);
      const levels = Math.max(...requests.map(({ level }) => level));
      const bytes = `${(sent / 1_000).toFixed(1)} kB`;
      console.log(
        `slow first visit to ${place.name}: ${(usable / 1_000).toFixed(1)} s, ${requests.length} requests, ${levels} levels, ${bytes}`,
      );
    });
  }
}

/** The main thread's work until `act` is done and drawn, in ms. */
async function workOf(page: Page, context: BrowserContext, act: () => Promise<unknown>): Promise<number> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  const worked = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    return (of('ScriptDuration') + of('LayoutDuration') + of('RecalcStyleDuration')) * 1_000;
  };
  const before = await worked();
  await act();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))');
  return (await worked()) - before;
}

const copyTable = `document.querySelector('main table').replaceWith(document.querySelector('main table').cloneNode(true)); document.body.offsetHeight`;

/** A list that is emptied and refilled; `fill` resolves once its rows are drawn. */
export type Redraw = {
  path: string;
  rows: number;
  /** An entry of the browser's local storage. */
  kept?: [name: string, value: string];
  ready: (page: Page) => Promise<unknown>;
} & Record<'empty' | 'fill', (page: Page) => Promise<unknown>>;

async function measureRedraw(visitor: Visitor, { path: at, rows, kept, ready, empty, fill }: Redraw): Promise<void> {
  await openFresh(visitor, async (page, context) => {
    if (kept) await context.addInitScript(`localStorage.setItem(...${JSON.stringify(kept)})`);
    await page.goto(visitor.origin + at);
    await ready(page);
    const times = { own: [] as number[], copy: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      await empty(page);
      times.own.push(await workOf(page, context, () => fill(page)));
    }
    for (let round = 0; round < rounds; round++)
      times.copy.push(await workOf(page, context, () => page.evaluate(copyTable)));
    const [own, copy] = [median(times.own), median(times.copy)];
    show(`${rows} rows drawn again`, own, limits.redrawMs, 'ms');
    console.log(`  the browser's copy of that table: ${copy.toFixed(1)} ms, ratio ${(own / copy).toFixed(2)}`);
  });
}

/** Only this benchmark needs Lighthouse and its 150 MB, so npm gets it here. */
const lighthouse = 'lighthouse@12.8.2';
type Report = {
  categories: { [name: string]: { score: number | null } };
  audits: { [name: string]: { displayValue?: string } };
};

/** Lighthouse uses its own browser, whose only profile has the session. */
async function measureScores(ends: Ends, { app, origin, cookies }: Visitor, profile: string): Promise<void> {
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: [...chromiumArgs, `--remote-debugging-port=${port}`],
  });
  ends.teardown(() => context.close());
  await context.addCookies(cookies);
  const options = [`--port=${port}`, '--preset=desktop', '--output=json', '--quiet', '--disable-storage-reset'];
  const called = ['exec', '--yes', '--', lighthouse, `${origin}${app.base}`, ...options];
  const { stdout } = await promisify(execFile)('npm', called, { maxBuffer: 2 ** 26 });
  const { categories, audits } = JSON.parse(stdout) as Report;
  for (const name of ['performance', 'accessibility', 'best-practices'])
    show(`Lighthouse, ${name}`, (categories[name]?.score ?? 0) * 100, limits.score, 'points', 'above');
  // The metrics behind the performance score.
  const parts = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  console.log(`  ${parts.map((part) => `${part} ${audits[part]?.displayValue}`).join(', ')}`);
}

/** `open` starts a service with something to see. */
type Bench = { app: BrowserApp; open: (ends: Ends) => Promise<Opened & { redraw: Redraw }> };

export async function benchApps(benches: Bench[]): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'waypost-bench-'));
  await runBench(dir, async () => {
    for (const bench of benches) await benchApp(bench, dir);
  });
}

async function benchApp({ app, open }: Bench, dir: string): Promise<void> {
  console.log(app.base);
  const ends = createEnds();
  try {
    const { redraw, ...opened } = await open(ends);
    const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
    ends.teardown(() => browser.close());
    const visitor = { app, browser, ...opened };
    await measureBytes(visitor);
    await measureUse(ends, visitor);
    await measureSlowVisits(visitor);
    await measureRedraw(visitor, redraw);
    await measureScores(ends, visitor, path.join(dir, path.basename(app.base)));
  } finally {
    await ends.end();
  }
}

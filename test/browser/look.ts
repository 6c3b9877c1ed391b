/**
 * Shows the dashboard over an example workspace: writes a screenshot of each screen, or serves it for manual review. `--app admin`
 * shows the admin application over an example site, `--app admin --new` over an empty one.
 *
 *   npm run look -- [--app dashboard|admin] [--new] [--routes /dashboard,/dashboard/links] [--widths 360,768,1440] [--themes light,dark]
 *                 [--out .build/look] [--language ar|longer] [--papers A4,Letter] [--seed LINKS] [--plan PLAN] [--serve [--port 8090] [--watch]]
 *
 * `--language` is the browser's; `longer` is an artificial one with longer texts. `--papers` writes PDF files instead. `--serve` prints the URL, the login and a session's cookie, and ends with Ctrl-C; with `--watch` it loads each new build of the
 * dashboard. `--seed 1000000` adds a million links to the workspace, and `--plan unlimited` removes its limits.
 */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { watch } from 'chokidar';
import type { Cookie } from 'playwright-core';
import { planNames } from '../../daemon/workspaces/plans.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { projectRoot } from '../../shared/paths.ts';
import { insertOperator } from '../../shared/people/operator-queries.ts';
import { userIdOf } from '../fixtures/accounts.ts';
import { beginAdminSession, signInAdmin, startAdminSite } from '../fixtures/browser/admin.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { beginSession, startDashboard } from '../fixtures/browser/dashboard.ts';
import { showLongerTexts } from '../fixtures/browser/longer-texts.ts';
import { listAdminPlaces, listPlaces, type Place } from '../fixtures/browser/routes.ts';
import { openScreen, type Screen, setTheme, settle, setWidth, type Theme } from '../fixtures/browser/screen.ts';
import { createEnds, type Ends } from '../fixtures/ends.ts';
import { addExampleSite, firstOfEach } from '../fixtures/example/site.ts';
import { addExample, type ExampleAccount } from '../fixtures/example/workspace.ts';
import { freePort } from '../fixtures/processes.ts';
import { type Stores, startServers } from '../fixtures/stack.ts';

const { values: asked } = parseArgs({
  options: {
    app: { type: 'string', default: 'dashboard' },
    new: { type: 'boolean', default: false },
    routes: { type: 'string' },
    widths: { type: 'string', default: '360,768,1440' },
    themes: { type: 'string', default: 'light,dark' },
    out: { type: 'string', default: '.build/look' },
    language: { type: 'string', default: 'en-GB' },
    papers: { type: 'string' },
    seed: { type: 'string', default: '0' },
    plan: { type: 'string', default: 'team' },
    serve: { type: 'boolean', default: false },
    port: { type: 'string' },
    watch: { type: 'boolean', default: false },
  },
});
/** The application to show: its base path, and its build folder. */
const isAdmin = asked.app === 'admin';
const base = isAdmin ? '/wp-admin' : '/dashboard';
const built = path.join(projectRoot, '.build', isAdmin ? 'admin' : 'dashboard');

/** A signed-in user. */
type Visitor = { origin: string; cookies: Cookie[]; places: Place[]; login: string };

/** File name such as `links-360-dark`. */
const nameOf = (route: string, width: number | string, theme: Theme) =>
  [route.slice(base.length + 1).replace(/\W+/g, '-') || 'overview', width, theme].join('-');

async function takePictures(ends: Ends, { origin, cookies, places }: Visitor): Promise<void> {
  await mkdir(asked.out, { recursive: true });
  const isLonger = asked.language === 'longer';
  const locale = isLonger ? 'en-GB' : asked.language;
  const screen = await openScreen(ends, await openBrowser(ends), { origin, cookies, locale });
  if (isLonger) await showLongerTexts(screen);
  // A page opened without its token shows an error.
  screen.faults.expect(/status of 4\d\d/);
  const routes = (asked.routes ?? places.map(({ path }) => path).join())
    .split(',')
    .map((route) => places.find(({ name }) => name === route)?.path ?? route);
  for (const route of routes) {
    for (const paper of asked.papers?.split(',') ?? []) await print(screen, route, paper);
    if (asked.papers) continue;
    for (const width of asked.widths.split(',').map(Number)) {
      for (const theme of asked.themes.split(',') as Theme[]) await takePicture(screen, route, width, theme);
    }
  }
}

async function takePicture(screen: Screen, route: string, width: number, theme: Theme): Promise<void> {
  await setWidth(screen, width);
  await setTheme(screen, theme);
  await screen.goto(route);
  await settle(screen);
  const file = path.join(asked.out, `${nameOf(route, width, theme)}.png`);
  await screen.page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
  console.log(file);
}

/** Prints a screen in the dark theme, which must not show on paper. */
async function print(screen: Screen, route: string, format: string): Promise<void> {
  await setTheme(screen, 'dark');
  await screen.goto(route);
  await settle(screen);
  const file = path.join(asked.out, `${nameOf(route, format, 'light')}.pdf`);
  await screen.page.pdf({ path: file, format, margin: { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' } });
  console.log(file);
}

/** Serves until the program is ended. The service reads the built files at its start, so a new build needs a restart. */
async function serve(ends: Ends, start: (ends: Ends) => Promise<unknown>): Promise<void> {
  let running = createEnds();
  await start(running);
  ends.teardown(() => running.end());
  const restart = async () => {
    await running.end();
    running = createEnds();
    await start(running);
    console.log('a new build is served');
  };
  if (asked.watch) ends.teardown(watchBuild(restart));
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

/** Calls `changed` once for files that change together, never twice at a time. Returns a function that stops it. */
function watchBuild(changed: () => Promise<void>): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  const watcher = watch(built, { ignoreInitial: true }).on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(changed).catch((error) => console.error(error));
    }, 300);
  });
  return async () => {
    clearTimeout(timer);
    await watcher.close();
    await last;
  };
}

function tellHowToEnter({ origin, cookies: [cookie], login }: Visitor): void {
  console.log(`${origin}${base}\n  ${login}`);
  console.log(`  cookie  ${cookie?.name}=${cookie?.value}`);
}

/** Opens the dashboard: each start uses the same databases, and the first one creates the example. */
async function openDashboard(stores: Stores, port: number) {
  const start = (ends: Ends) => startDashboard(ends, { stores, port, env: { DEFAULT_SHORT_DOMAIN: 'go.example' } });
  let account: ExampleAccount | undefined;
  return async (ends: Ends): Promise<Visitor> => {
    const { origin, ...daemon } = await start(ends);
    if (!account) {
      const plan = planNames.find((name) => name === asked.plan);
      account = await addExample({ origin, ...daemon }, Number(asked.seed), plan);
      const { db } = daemon.context;
      const userId = await userIdOf(db, account);
      await inTransaction(db, (trx) => insertOperator(trx, userId, new Date()));
    }
    const cookies = await beginSession({ origin }, account);
    const login = `${account.email}, ${account.password}\n  token   ${account.token}`;
    return { origin, cookies, places: await listPlaces(account.call), login };
  };
}

/** Opens the admin application in the same way. */
async function openAdmin(stores: Stores, port: number) {
  const email = 'ada@example.com';
  let isMade = asked.new;
  let isFirst = true;
  return async (ends: Ends): Promise<Visitor> => {
    const site = await startAdminSite(ends, { AUTOMATIONS_PORT: String(port) }, stores);
    if (!isMade) await addExampleSite(site);
    isMade = true;
    const cookies = isFirst ? await beginAdminSession(site, email) : await signInAdmin(site, email);
    isFirst = false;
    const places = listAdminPlaces(await firstOfEach(site));
    return { origin: site.origin, cookies, places, login: email };
  };
}

const ends = createEnds();
try {
  const { mysql, redis } = await startServers(ends);
  const stores = { mysqlUrl: mysql.url, redisUrl: redis.url, redisPrefix: 'look' };
  const port = asked.port ? Number(asked.port) : await freePort();
  const open = await (isAdmin ? openAdmin : openDashboard)(stores, port);
  if (asked.serve) await serve(ends, async (running) => tellHowToEnter(await open(running)));
  else await takePictures(ends, await open(ends));
} finally {
  await ends.end();
}

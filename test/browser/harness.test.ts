/** The browser tests' fixtures detect the faults they are for: each one in a page made for it, and nothing else. */
import { createServer } from 'node:http';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { setOffline, slowDown } from '../fixtures/browser/conditions.ts';
import { enter, keyboardOnly, tabTo, write } from '../fixtures/browser/keyboard.ts';
import { layoutShift, sidewaysPixels } from '../fixtures/browser/layout.ts';
import { atWidths, desktop, inBothThemes, openScreen, phone, settle } from '../fixtures/browser/screen.ts';
import { createEnds } from '../fixtures/ends.ts';
import { type Test, t } from '../runner/tap.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'";

const head = '<!doctype html><html lang="en"><title>Page</title><meta name="viewport" content="width=device-width">';
const page = (main: string, script = '') =>
  `${head}<link rel="icon" href="data:,"><link rel="stylesheet" href="/look.css"><main><h1>Page</h1>${main}</main>${script && `<script type="module" src="/${script}.js"></script>`}`;

const scripts: Record<string, string> = {
  'console-error': "console.error('something is wrong')",
  'uncaught-error': "throw new Error('nobody caught this')",
  rejection: "void Promise.reject(new Error('nobody waited for this'))",
  'not-found': "void fetch('/nothing-here')",
  'inline-style': "document.querySelector('h1').setAttribute('style', 'color: red')",
  'inner-html': "try { document.querySelector('h1').innerHTML = '<b>Page</b>' } catch {}",
  'other-host': "void fetch('http://other.example/').catch(() => {})",
  warning: "console.warn('only a warning')",
  // A page that was never drawn does not shift.
  shifting:
    "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => document.querySelector('main').prepend(document.querySelector('template').content), 100)))",
  greeting:
    "document.querySelector('form').addEventListener('submit', (event) => { event.preventDefault(); document.querySelector('[role=status]').textContent = 'Hello ' + document.querySelector('input').value })",
};

const pages: Record<string, string> = {
  ...Object.fromEntries(Object.keys(scripts).map((name) => [name, page('', name)])),
  good: page('<p>All is well.</p>'),
  unlabelled: page('<input>'),
  faint: page('<p class="faint">Hard to read in the dark</p>'),
  wide: page('<p class="wide">Too wide for a phone</p>'),
  shifting: page('<p>Text</p><template><p class="tall">Late</p></template>', 'shifting'),
  greeting: page(
    '<form><label>Name <input></label><button>Greet</button></form><p role="status"></p><a href="/good">On</a>',
    'greeting',
  ),
};

const look = `.wide { inline-size: 600px } .tall { block-size: 400px }
  @media (prefers-color-scheme: dark) { body { background: #000; color: #fff } .faint { color: #333 } }`;

async function startPages(t: Test): Promise<string> {
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    const script = scripts[name.replace(/\.js$/, '')];
    response.setHeader('content-security-policy', policy);
    if (name === 'look.css') response.setHeader('content-type', 'text/css').end(look);
    else if (name.endsWith('.js') && script) response.setHeader('content-type', 'text/javascript').end(script);
    else if (pages[name]) response.setHeader('content-type', 'text/html').end(pages[name]);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const origin = await startPages(t);
const browser = await openBrowser(t);

/** Faults that the end of a test reports after opening a page. */
async function faultsOf(name: string): Promise<string> {
  const ends = createEnds();
  const screen = await openScreen(ends, browser, { origin });
  await screen.goto(`/${name}`);
  await settle(screen);
  return ends.end().then(
    () => '',
    (error: Error) => error.message,
  );
}

t.test('an error in a page fails the test that opened it', async (t) => {
  const cases: [page: string, fault: RegExp][] = [
    ['console-error', /console: something is wrong/],
    ['uncaught-error', /uncaught: Error: nobody caught this/],
    ['rejection', /uncaught: Error: nobody waited for this/],
    ['not-found', /console: .*404.*nothing-here/],
    ['inline-style', /content security policy: style-src/],
    ['inner-html', /content security policy: require-trusted-types-for/],
    ['other-host', /content security policy: connect-src http:\/\/other\.example/],
  ];
  for (const [name, fault] of cases) t.match(await faultsOf(name), fault, name);
  for (const name of ['good', 'warning']) t.equal(await faultsOf(name), '', name);
});

t.test('an expected error does not fail the test', async (t) => {
  const screen = await openScreen(t, browser, { origin });
  screen.faults.expect(/something is wrong/);
  await screen.goto('/console-error');
  t.same(screen.faults.unexpected(), []);
});

t.test('axe finds an unlabelled field, and poor contrast in one theme only', async (t) => {
  const screen = await openScreen(t, browser, { origin });
  await screen.goto('/unlabelled');
  t.match(await axe(screen), [/^label: <input>/]);
  await screen.goto('/faint');
  const found: Record<string, string[]> = {};
  await inBothThemes(screen, async (theme) => {
    found[theme] = await axe(screen, theme === 'light' ? 'everything' : 'colours');
  });
  t.same(found.light, []);
  t.match(found.dark, [/^color-contrast: <p class="faint"/]);
  await screen.goto('/good');
  t.same(await axe(screen), []);
});

t.test('the harness finds pages that scroll sideways on a phone, or shift', async (t) => {
  const screen = await openScreen(t, browser, { origin });
  await screen.goto('/wide');
  const sideways: number[] = [];
  await atWidths(screen, [phone, desktop], async () => void sideways.push(await sidewaysPixels(screen)));
  t.ok((sideways[0] as number) > 200);
  t.equal(sideways[1], 0);
  await screen.goto('/shifting');
  await screen.page.getByText('Late').waitFor();
  const { sum, what } = await layoutShift(screen);
  t.ok(sum > 0.02);
  t.match(what, [/<p>Text<\/p>/]);
  await screen.goto('/good');
  t.same(await layoutShift(screen), { sum: 0, what: [] });
});

t.test('the harness fills in a form by keyboard, and detects use of the pointer', async (t) => {
  const screen = await openScreen(t, browser, { origin });
  await keyboardOnly(screen);
  await screen.goto('/greeting');
  await write(screen, screen.byLabel('Name'), 'Ada');
  await enter(screen, screen.byRole('button', 'Greet'));
  t.equal(await screen.byRole('status').textContent(), 'Hello Ada');
  await t.rejects(tabTo(screen, screen.byRole('heading', 'Page')), /does not reach/);
  t.same(screen.faults.unexpected(), []);
  await screen.byRole('button', 'Greet').click();
  t.match(screen.faults.unexpected(), [/a pointer was used/]);
  screen.faults.expect(/a pointer was used/);
});

t.test('a test can make the network slow or unavailable', async (t) => {
  const screen = await openScreen(t, browser, { origin });
  await screen.goto('/good');
  const end = await slowDown(screen, { latencyMs: 300, bytesPerSecond: 10_000 });
  const load = "performance.getEntriesByType('navigation')[0].responseEnd";
  await screen.goto('/good');
  t.ok((await screen.page.evaluate<number>(load)) >= 300);
  await end();
  await setOffline(screen, true);
  screen.faults.expect(/ERR_INTERNET_DISCONNECTED/);
  await t.rejects(screen.goto('/good'), /ERR_INTERNET_DISCONNECTED/);
});

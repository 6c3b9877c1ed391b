/** The analytics screens: overview, analytics, a link's page and the share page. */

import { createPublisher } from '../../daemon/clicks/publish-clicks.ts';
import { findWorkspace, updatePlan } from '../../daemon/workspaces/queries.ts';
import { inTransaction } from '../../shared/db/db.ts';
import { openRedis } from '../../shared/redis/redis.ts';
import { makeMember, type Person, signUp } from '../fixtures/accounts.ts';
import { axeInBothThemes } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { rememberWorkspace, signIn, startDashboard } from '../fixtures/browser/dashboard.ts';
import { enter, keyboardOnly, tabTo } from '../fixtures/browser/keyboard.ts';
import { sidewaysPixels } from '../fixtures/browser/layout.ts';
import { checkPaper } from '../fixtures/browser/paper.ts';
import { desktop, openScreen, phone, type Screen, setWidth } from '../fixtures/browser/screen.ts';
import { agents, batchOf, clickOf, recordClicks } from '../fixtures/clicks.ts';
import { log } from '../fixtures/redirects.ts';
import { type Test, t } from '../runner/tap.ts';

const daemon = await startDashboard(t);
const { db } = daemon.context;
const browser = await openBrowser(t);
const dayMs = 86_400_000;

async function openFor(t: Test, person: { email: string }, width?: number, locale?: string): Promise<Screen> {
  const screen = await openScreen(t, browser, { origin: daemon.origin, width, locale });
  await signIn(screen, person);
  return screen;
}

async function addLink({ call }: Person, slug: string) {
  const { status, json } = await call('POST', '/links', { url: `https://example.com/${slug}`, slug, tags: ['news'] });
  if (status !== 201) throw new Error(`${slug}: ${status}`);
  const { id } = await db.selectFrom('links').select('id').where('public_id', '=', json.id).executeTakeFirstOrThrow();
  return { id, publicId: json.id as string, shortUrl: json.shortUrl as string };
}

async function choosePlan({ answer }: Person, plan: 'pro' | 'team') {
  const { id } = (await findWorkspace(db, answer.workspace.id)) as { id: number };
  await inTransaction(db, (trx) => updatePlan(trx, id, plan, new Date()));
  daemon.context.announceChanges();
}

/** Adds a user with two links from two days ago, yesterday's clicks, and a workspace that is a few months old. */
async function addNumbers() {
  const person = await signUp(daemon);
  await db
    .updateTable('workspaces')
    .set({ created_at: new Date(Date.now() - 100 * dayMs) })
    .where('public_id', '=', person.answer.workspace.id)
    .execute();
  const suffix = Math.random().toString(36).slice(2, 8);
  const links = [await addLink(person, `first-${suffix}`), await addLink(person, `second-${suffix}`)] as const;
  const now = Date.now();
  await db
    .updateTable('links')
    .set({ created_at: new Date(now - 2 * dayMs) })
    .where('id', 'in', [links[0].id, links[1].id])
    .execute();
  const german = { country: 'DE', userAgent: agents.iphone };
  const clicks = [
    ...Array.from({ length: 5 }, () => clickOf(links[0].id, now - dayMs, german)),
    ...Array.from({ length: 3 }, () => clickOf(links[0].id, now - dayMs, { country: 'FR' })),
    clickOf(links[1].id, now - dayMs, { country: 'FR' }),
  ];
  await recordClicks(db, log, batchOf(clicks), new Date());
  return { person, links };
}

/** Waits until the figures show this many clicks. */
const sees = ({ page }: Screen, clicks: number) =>
  page
    .locator('dl.figures dd')
    .first()
    .filter({ hasText: new RegExp(`^${clicks}(?!\\d)`) })
    .waitFor();

t.test(
  "a click on a breakdown's row filters by its value and changes the URL, and going back removes the filter",
  async (t) => {
    const { person, links } = await addNumbers();
    const screen = await openFor(t, person);
    await screen.goto('/dashboard/analytics');
    await sees(screen, 9);
    await screen.byRole('button', /^Germany/).click();
    await sees(screen, 5);
    t.match(screen.page.url(), /\?country=DE$/);
    await screen.byRole('button', /^Mobile/).click();
    await screen.byRole('button', 'Remove Device: Mobile').waitFor();
    await screen.byRole('button', 'Clear filters').click();
    await sees(screen, 9);
    await screen.page.goBack();
    await screen.byRole('button', 'Remove Country: Germany').click();
    await screen.byRole('button', 'Remove Device: Mobile').click();
    await sees(screen, 9);
    await screen.byRole('button', /second-.*1/).click();
    await sees(screen, 1);
    t.match(screen.page.url(), new RegExp(`link=${links[1].publicId}`));
  },
);

t.test("tags and domains filter analytics, and the API's errors are shown", async (t) => {
  const { person } = await addNumbers();
  const screen = await openFor(t, person);
  await choosePlan(person, 'pro');
  screen.faults.expect(/422/);
  await screen.goto('/dashboard/analytics?tag=news&country=DE&range=90d');
  await screen
    .byRole('alert')
    .getByText(/of at most 31 days/)
    .waitFor();
  await screen.byRole('button', 'Show the last 7 days').click();
  await sees(screen, 5);
  await screen.byRole('combobox', 'Tag').click();
  await screen.byRole('option', 'All tags').click();
  t.notMatch(screen.page.url(), /tag=/);
});

t.test('the chart is readable by keyboard and as a table, and arrow keys move the period', async (t) => {
  const { person } = await addNumbers();
  const screen = await openFor(t, person);
  await keyboardOnly(screen);
  await screen.goto('/dashboard/analytics?range=7d');
  await sees(screen, 9);
  const chart = screen.byRole('slider', 'Clicks by day');
  await screen.page.locator('.u-over').waitFor();
  await tabTo(screen, chart);
  await screen.page.keyboard.press('End');
  const [today = ''] = (await chart.getAttribute('aria-valuetext'))?.split(':') ?? [];
  await screen.page.keyboard.press('ArrowLeft');
  t.match(await chart.getAttribute('aria-valuetext'), /: 9 clicks; Previous period: 0$/);
  await enter(screen, screen.byRole('button', 'As a table'));
  await screen.byRole('cell', '9').waitFor();
  t.match(await screen.page.getByRole('row').nth(1).innerText(), today, 'the newest day is first');
  await screen.page.keyboard.press('ArrowLeft');
  await screen.byRole('button', /^Period: .* – .*/).waitFor();
  await sees(screen, 0);
  t.match(screen.page.url(), /from=\d{4}-\d\d-\d\d&to=/);
  await enter(screen, screen.byRole('button', /^Period: /));
  await enter(screen, screen.byRole('button', 'Last 30 days'));
  await sees(screen, 9);
});

t.test("a link's page opens with a period that fits its age, and a day's chart has 24 hours", async (t) => {
  const { person, links } = await addNumbers();
  const screen = await openFor(t, person);
  const fresh = await addLink(person, `fresh-${Date.now()}`);
  await screen.goto(`/dashboard/links/${fresh.publicId}`);
  await screen.byRole('button', 'Period: Last 24 hours').waitFor();
  const chart = screen.byRole('slider', 'Clicks by hour');
  await screen.page.locator('.u-over').waitFor();
  t.equal(await chart.getAttribute('aria-valuemax'), '23', 'counted from zero');
  t.match(await chart.getAttribute('aria-valuetext'), /: 0 clicks; Previous period: 0$/);
  await screen.goto(`/dashboard/links/${links[0].publicId}`);
  await screen.byRole('button', 'Period: Last 7 days').waitFor();
  await sees(screen, 8);
});

/** Keeps the texts that a page draws on canvases, with their positions. */
const keepDrawn = `{
  const draw = CanvasRenderingContext2D.prototype.fillText;
  globalThis.drawn = {};
  CanvasRenderingContext2D.prototype.fillText = function (text, x, ...more) {
    globalThis.drawn[text + ' at ' + x] = text;
    return draw.call(this, text, x, ...more);
  };
}`;

/** The texts that the page draws next. */
const drawnAgain = `new Promise((resolve) => {
  const look = () => {
    const texts = Object.values(globalThis.drawn);
    if (texts.length > 0) resolve(texts);
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Returns the pixels between the selected point of a chart and both sides of its tip. */
const tipSides = ({ page }: Screen): Promise<{ left: number; right: number }> =>
  page.evaluate(`(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const point = document.querySelector('.u-cursor-x').getBoundingClientRect().left;
    const { left, right } = document.querySelector('.tip').getBoundingClientRect();
    return { left: Math.round(left - point), right: Math.round(point - right) };
  })()`);

t.test('the axis of an hourly chart names each day once, and in Arabic the tip is beside its point', async (t) => {
  const { person } = await addNumbers();
  const screen = await openFor(t, person, desktop, 'ar');
  await screen.context.addInitScript(keepDrawn);
  await screen.goto('/dashboard/analytics?range=7d&interval=hour');
  await screen.page.locator('dl.figures dd').first().filter({ hasText: /\p{N}/u }).waitFor();
  await screen.page.locator('.u-over').waitFor();
  const chart = screen.byRole('slider');
  await chart.press('Home');
  await screen.page.locator('.tip').waitFor();
  const { left } = await tipSides(screen);
  t.ok(Math.abs(left - 12) <= 2, `at its right, ${left} pixels away`);
  await chart.press('End');
  const { right } = await tipSides(screen);
  t.ok(Math.abs(right - 12) <= 2, `at its left, ${right} pixels away`);
  await screen.page.evaluate('globalThis.drawn = {}');
  await setWidth(screen, desktop - 40);
  const drawn = await screen.page.evaluate<string[]>(drawnAgain);
  const days = drawn.filter((text) => /\p{L}/u.test(text));
  t.ok(days.length >= 7, days.join());
  t.equal(new Set(days).size, days.length, days.join());
});

t.test("a link's analytics are shared at a public URL until sharing ends", async (t) => {
  const { person, links } = await addNumbers();
  const screen = await openFor(t, person);
  // The share page answers 404 before it is created.
  screen.faults.expect(/404/);
  await screen.goto(`/dashboard/links/${links[0].publicId}`);
  await sees(screen, 8);
  await screen.byRole('button', 'Share').click();
  await screen.byRole('button', 'Create share page').click();
  const address = await screen.byLabel('Share page').inputValue();
  const visitor = await openScreen(t, browser, { origin: daemon.origin, width: phone });
  visitor.faults.expect(/40[14]/);
  await visitor.goto(new URL(address).pathname);
  await sees(visitor, 8);
  t.notMatch(await visitor.page.textContent('body'), /example\.com\/first/, 'its destination is not shown');
  t.equal(await sidewaysPixels(visitor), 0);
  const cut = `[...document.querySelectorAll('fieldset')].filter((tabs) => tabs.scrollWidth > tabs.clientWidth).length`;
  t.equal(await visitor.page.evaluate(cut), 0, 'no option is cut off');
  await setWidth(visitor, desktop);
  const left = `[...document.querySelectorAll('section.ranks')].map((card) => Math.round(card.getBoundingClientRect().x))`;
  const [first, second, ...others] = await visitor.page.evaluate<number[]>(left);
  t.same(others, [first, second], 'four cards are two rows of two');
  t.not(first, second);
  await screen.byLabel('Show the destination').click();
  await screen.byRole('button', 'Stop sharing').click();
  await screen.byRole('dialog', 'Stop sharing?').getByRole('button', { name: 'Stop sharing' }).click();
  await screen.byRole('button', 'Create share page').waitFor();
  await visitor.page.reload();
  await visitor.byRole('heading', 'Nothing is shared here').waitFor();
});

async function openShareOfNews(screen: Screen): Promise<void> {
  await screen.byRole('button', 'Actions for news').click();
  await screen.byRole('menuitem', 'Share').click();
}

/** Opens the share of a tag as a viewer of the user's workspace. */
async function openViewer(t: Test, { answer }: Person): Promise<Screen> {
  const viewer = await signUp(daemon);
  const { id } = (await findWorkspace(db, answer.workspace.id)) as { id: number };
  await makeMember(db, viewer, id, 'viewer');
  const screen = await openFor(t, viewer);
  screen.faults.expect(/404/);
  await rememberWorkspace(screen, answer.workspace.id);
  await screen.goto('/dashboard/tags');
  await openShareOfNews(screen);
  return screen;
}

t.test("a tag's analytics are shared from its menu, with the most clicked links, until sharing ends", async (t) => {
  const { person, links } = await addNumbers();
  const screen = await openFor(t, person);
  // The share page answers 404 before it is created.
  screen.faults.expect(/404/);
  await screen.goto('/dashboard/tags');
  await openShareOfNews(screen);
  await screen.byRole('dialog', 'Share the analytics of news').waitFor();
  await screen.byRole('button', 'Create share page').click();
  const address = await screen.byLabel('Share page').inputValue();
  const visitor = await openScreen(t, browser, { origin: daemon.origin, width: phone });
  visitor.faults.expect(/40[14]/);
  await visitor.goto(new URL(address).pathname);
  await visitor.byRole('heading', 'news').waitFor();
  await sees(visitor, 9);
  const top = visitor.byRole('list', 'Top links');
  t.equal(await top.getByRole('link').first().getAttribute('href'), links[0].shortUrl);
  t.notMatch(await visitor.page.textContent('body'), /example\.com\/first/, 'destinations are not shown');
  t.equal(await sidewaysPixels(visitor), 0);
  await axeInBothThemes(t, visitor);
  await checkPaper(t, visitor, ['Last 30 days', '^news$', 'Previous period$']);
  await screen.byLabel('Show the destinations of these links').click();
  await screen.byLabel('Show the destinations of these links').and(screen.page.locator(':checked:enabled')).waitFor();
  await visitor.page.reload();
  await top.getByText(/→ example\.com\/first/).waitFor();
  const viewer = await openViewer(t, person);
  t.equal(await viewer.byLabel('Share page').inputValue(), address, 'viewers find the share page');
  t.equal(await viewer.byRole('button', 'Stop sharing').count(), 0);
  await screen.byRole('button', 'Stop sharing').click();
  await screen.byRole('dialog', 'Stop sharing?').getByRole('button', { name: 'Stop sharing' }).click();
  await screen.byRole('button', 'Create share page').waitFor();
  await viewer.page.reload();
  await openShareOfNews(viewer);
  await viewer.page.getByText('Not shared. Members can create a share page.').waitFor();
  await visitor.page.reload();
  await visitor.byRole('heading', 'Nothing is shared here').waitFor();
});

t.test('a new workspace is guided to its first click, which appears as soon as it arrives', async (t) => {
  const person = await signUp(daemon);
  const screen = await openFor(t, person);
  await screen.goto('/dashboard');
  await screen.byRole('heading', 'Create a link').waitFor();
  t.match(await screen.byRole('link', 'New link').getAttribute('href'), /links\?new=1/);
  const link = await addLink(person, `start-${Date.now()}`);
  await screen.page.reload();
  await screen.page.getByText('Listening.').waitFor();
  const { redisUrl, redisPrefix } = daemon.stores;
  const redis = openRedis(redisUrl, 'queue', log);
  t.teardown(() => redis.disconnect());
  const publish = createPublisher(redis, redisPrefix);
  const recorded = await recordClicks(db, log, batchOf([clickOf(link.id, Date.now(), { country: 'DE' })]), new Date());
  const again = setInterval(() => void publish(recorded), 200);
  t.teardown(() => clearInterval(again));
  await screen.page.getByText('Your first click: Germany, Desktop, Chrome').waitFor();
  await screen.byRole('button', 'Show the overview').click();
  await screen.byRole('heading', 'Top links').waitFor();
});

t.test('a failed load shows the reason and can be retried', async (t) => {
  const { person } = await addNumbers();
  const screen = await openFor(t, person);
  screen.faults.expect(/503/);
  const error = { code: 'unavailable', message: 'too many questions that read much are waiting just now' };
  await screen.page.route(/\/api\/stats\?/, (route) => route.fulfill({ status: 503, json: { error } }));
  await screen.goto('/dashboard');
  await screen.byRole('alert').getByText(error.message).waitFor();
  await screen.page.unroute(/\/api\/stats\?/);
  await screen.byRole('button', 'Try again').click();
  await sees(screen, 9);
  await screen.goto('/dashboard/links/lnk_none');
  screen.faults.expect(/404/);
  await screen.byRole('heading', 'Link not found').waitFor();
});

t.test("the export names the required plan, and starts the download if the workspace's plan includes it", async (t) => {
  const { person } = await addNumbers();
  const screen = await openFor(t, person);
  await screen.goto('/dashboard/analytics');
  await sees(screen, 9);
  await screen.byRole('button', 'Export CSV').click();
  await screen
    .byRole('dialog', 'Export CSV')
    .getByText(/Team and Scale plans/)
    .waitFor();
  await screen.byRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await choosePlan(person, 'team');
  await screen.page.reload();
  await sees(screen, 9);
  const saved = screen.page.waitForEvent('download');
  await screen.byRole('button', 'Export CSV').click();
  t.equal((await saved).suggestedFilename(), 'clicks.csv');
});

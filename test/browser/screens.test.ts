/** What holds for every screen of the dashboard, over a workspace that has something for each of them. */
import t, { type Test } from 'tap';
import { insertOperator } from '../../daemon/identity/operator-queries.ts';
import { findUserByEmail } from '../../daemon/identity/queries.ts';
import { inTransaction } from '../../shared/db.ts';
import { axe } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { beginSession, startDashboard } from '../fixtures/browser/dashboard.ts';
import { listUnreached } from '../fixtures/browser/keyboard.ts';
import { layoutShift, sidewaysPixels } from '../fixtures/browser/layout.ts';
import { listPlaces, type Place } from '../fixtures/browser/routes.ts';
import { desktop, inBothThemes, openScreen, phone, type Screen, settle } from '../fixtures/browser/screen.ts';
import { addExample } from '../fixtures/example/workspace.ts';

const mostShift = 0.02;

const daemon = await startDashboard(t, { env: { DEFAULT_SHORT_DOMAIN: 'go.example' } });
const { origin } = daemon;
const ada = await addExample(daemon);
const { db } = daemon.context;
await inTransaction(db, async (trx) =>
  insertOperator(trx, (await findUserByEmail(db, ada.email))?.id as number, new Date()),
);
const browser = await openBrowser(t);
const cookies = await beginSession(daemon, ada);
const places = await listPlaces(ada.call);
const entrance: Place = { name: 'signIn', path: '/dashboard', isDoor: true, isInNav: false };

/** Opens a screen at a width, as who may see it. */
async function open(t: Test, { path, isDoor }: Place, width: number): Promise<Screen> {
  const screen = await openScreen(t, browser, { origin, width, ...(isDoor ? {} : { cookies }) });
  // Nobody is signed in, and there is no token in the address.
  if (isDoor) screen.faults.expect(/status of 4\d\d /);
  await screen.goto(path);
  await screen.byRole('heading').first().waitFor();
  await settle(screen);
  return screen;
}

/** Once the screen is there: its names, its boxes, and what a checker of accessibility says. */
async function look(t: Test, screen: Screen, { isInNav }: Place, width: number) {
  const headings = screen.page.getByRole('heading', { level: 1 });
  t.equal(await headings.count(), 1, 'one heading of the first level');
  if (isInNav) {
    const current = screen.byRole('navigation', 'Main').locator('[aria-current=page]');
    t.same(await current.allTextContents(), await headings.allTextContents(), 'named as its link in the navigation');
  }
  const { sum, what } = await layoutShift(screen);
  t.ok(sum <= mostShift, `nothing moves while it is drawn: ${sum.toFixed(3)}`, { what });
  t.equal(await sidewaysPixels(screen), 0, 'nothing is beside the page');
  await inBothThemes(screen, async (theme) => void t.same(await axe(screen), [], `axe, ${theme}, ${width} px`));
}

t.ok(places.length > 15, `${places.length} screens`);
for (const place of [...places, entrance]) {
  t.test(
    `${place.name} has its names, holds still, fits, is accessible in both themes, and is used by keyboard`,
    async (t) => {
      for (const width of [phone, desktop]) {
        const screen = await open(t, place, width);
        await look(t, screen, place, width);
        if (width === desktop) t.same(await listUnreached(screen), [], 'Tab reaches everything');
      }
    },
  );
}

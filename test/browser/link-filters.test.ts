/** The filters of the list of links: chosen by keyboard, kept in the URL, and removed one by one or all at once. */
import { signUp } from '../fixtures/accounts.ts';
import { axeInBothThemes } from '../fixtures/browser/axe.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { signIn, startDashboard } from '../fixtures/browser/dashboard.ts';
import { enter, keyboardOnly, write } from '../fixtures/browser/keyboard.ts';
import { openScreen } from '../fixtures/browser/screen.ts';
import { t } from '../runner/tap.ts';

const daemon = await startDashboard(t);
const browser = await openBrowser(t);

t.test('tags, creator and state filter the list by keyboard, and each filter can be removed', async (t) => {
  const person = await signUp(daemon);
  const links = [
    { slug: 'both', tags: ['red, warm', 'blue'] },
    { slug: 'red', tags: ['red, warm'] },
    { slug: 'blue', tags: ['blue'] },
    { slug: 'none', tags: [] },
  ].map((link) => ({ ...link, url: `https://example.com/${link.slug}` }));
  await person.call('POST', '/links/bulk', { links });
  const screen = await openScreen(t, browser, { origin: daemon.origin });
  await signIn(screen, person);
  await keyboardOnly(screen);
  await screen.goto('/dashboard/links');
  const { page } = screen;
  const shows = async (...slugs: string[]) => {
    await page.getByText(`${slugs.length} link`).first().waitFor();
    for (const { slug } of links) {
      const state = slugs.includes(slug) ? 'attached' : 'detached';
      await screen.byRole('checkbox', `Select ${slug}`).waitFor({ state });
    }
  };
  await shows('both', 'red', 'blue', 'none');
  await enter(screen, screen.byRole('button', 'Filter'));
  await write(screen, screen.byRole('combobox', 'Tags'), 'warm');
  await page.keyboard.press('Enter');
  await shows('both', 'red');
  await page.keyboard.type('blu');
  await page.keyboard.press('Enter');
  await shows('both');
  await axeInBothThemes(t, screen);
  await page.getByLabel('Links have').selectOption('any');
  await shows('both', 'red', 'blue');
  t.match(new URL(page.url()).searchParams.get('tags'), 'red\\, warm,blue');
  await page.reload();
  await shows('both', 'red', 'blue');
  await enter(screen, screen.byRole('button', 'Remove Any tag of: red, warm, blue'));
  await shows('both', 'red', 'blue', 'none');

  await screen.goto('/dashboard/links?tags=,&withoutTags=blue,&createdBy=me&health=unknown');
  await shows('red', 'none');
  await screen.byRole('button', 'Remove Created by: You').waitFor();
  await enter(screen, screen.byRole('button', 'Clear filters'));
  await shows('both', 'red', 'blue', 'none');

  await screen.goto('/dashboard/links?health=broken&createdFrom=2020-01-01');
  await enter(screen, screen.byRole('button', 'Clear search and filters'));
  await shows('both', 'red', 'blue', 'none');
});

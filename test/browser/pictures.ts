/** `npm run pictures`: writes the pictures of the README, of the example workspace and the example site, each in light and dark and of few bytes. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Cookie } from 'playwright-core';
import sharp from 'sharp';
import { projectRoot } from '../../shared/paths.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { beginSession } from '../fixtures/browser/dashboard.ts';
import { inBothThemes, openScreen, settle } from '../fixtures/browser/screen.ts';
import { createEnds, type Ends } from '../fixtures/ends.ts';
import { startExample, startExampleSite } from '../fixtures/example/start.ts';

const folder = path.join(projectRoot, '.github/pictures');
const width = 1280;
const mostBytes = 60_000;
const ofLinks = { overview: '/dashboard', links: '/dashboard/links', analytics: '/dashboard/analytics' };
const ofContacts = { 'admin-dashboard': '/wp-admin', 'admin-contacts': '/wp-admin/contacts' };
type Visitor = { origin: string; cookies: Cookie[] };

/** With as many colours as there is room for. */
async function shrink(picture: Buffer): Promise<Buffer> {
  for (let colours = 256; ; colours /= 2) {
    const small = await sharp(picture).png({ palette: true, colours, effort: 10 }).toBuffer();
    if (small.length <= mostBytes || colours <= 16) return small;
  }
}

async function write(ends: Ends, browser: Browser, visitor: Visitor, shown: Record<string, string>): Promise<void> {
  const screen = await openScreen(ends, browser, { ...visitor, width });
  for (const [name, at] of Object.entries(shown)) {
    await screen.goto(at);
    await settle(screen);
    await inBothThemes(screen, async (theme) => {
      const small = await shrink(await screen.page.screenshot({ animations: 'disabled' }));
      await writeFile(path.join(folder, `${name}-${theme}.png`), small);
      console.log(`${name}-${theme}.png ${small.length} bytes`);
    });
  }
}

const ends = createEnds();
try {
  await mkdir(folder, { recursive: true });
  const browser = await openBrowser(ends);
  const { origin, account } = await startExample(ends);
  await write(ends, browser, { origin, cookies: await beginSession({ origin }, account) }, ofLinks);
  await write(ends, browser, await startExampleSite(ends), ofContacts);
} finally {
  await ends.end();
}

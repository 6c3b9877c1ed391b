/** `npm run pictures`: writes the pictures of the README, of the example workspace, each in light and dark and of few bytes. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '../../shared/paths.ts';
import { openBrowser } from '../fixtures/browser/chromium.ts';
import { beginSession } from '../fixtures/browser/dashboard.ts';
import { inBothThemes, openScreen, settle } from '../fixtures/browser/screen.ts';
import { createEnds } from '../fixtures/ends.ts';
import { startExample } from '../fixtures/example/start.ts';

const folder = path.join(projectRoot, '.github/pictures');
const width = 1280;
const mostBytes = 60_000;
const shown = { overview: '/dashboard', links: '/dashboard/links', analytics: '/dashboard/analytics' };

/** With as many colours as there is room for. */
async function shrink(picture: Buffer): Promise<Buffer> {
  for (let colours = 256; ; colours /= 2) {
    const small = await sharp(picture).png({ palette: true, colours, effort: 10 }).toBuffer();
    if (small.length <= mostBytes || colours <= 16) return small;
  }
}

const ends = createEnds();
try {
  const { origin, account } = await startExample(ends);
  const cookies = await beginSession({ origin }, account);
  const screen = await openScreen(ends, await openBrowser(ends), { origin, cookies, width });
  await mkdir(folder, { recursive: true });
  for (const [name, at] of Object.entries(shown)) {
    await screen.goto(at);
    await settle(screen);
    await inBothThemes(screen, async (theme) => {
      const small = await shrink(await screen.page.screenshot({ animations: 'disabled' }));
      await writeFile(path.join(folder, `${name}-${theme}.png`), small);
      console.log(`${name}-${theme}.png ${small.length} bytes`);
    });
  }
} finally {
  await ends.end();
}

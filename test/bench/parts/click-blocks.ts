/** Blocks of clicks like those in MySQL after finished days: full ones, each with some of the links. */
import { clicksABlock, encodeBlock } from '../../../daemon/clicks/bytes/block.ts';
import { comparePlaces, type StoredClick } from '../../../daemon/clicks/core/click.ts';
import { type DimensionName, dimensions } from '../../../daemon/clicks/core/dimensions.ts';
import { dayMs } from '../../../daemon/clicks/time.ts';
import type { Db } from '../../../daemon/core/tables.ts';

type Wanted = { workspaceId: number; clicks: number; days: number; today: number };

const links = 100_000;
/** Number of blocks that are merged together, and so contain different links. */
const merged = 16;

const skewed = (most: number) => Math.floor(most ** Math.random());

const values: { [name in DimensionName]?: () => number } = {
  country: () => 17_475 + skewed(60),
  device: () => skewed(4),
  os: () => 1 + skewed(6),
  browser: () => 10 + skewed(12),
  referrer: () => (Math.random() < 0.5 ? 0 : 4 + skewed(200)),
  trigger: () => (Math.random() < 0.05 ? 1 : 0),
  language: () => 39 + skewed(20),
  utmSource: () => (Math.random() < 0.8 ? 0 : 59 + skewed(10)),
  utmMedium: () => (Math.random() < 0.8 ? 0 : 69 + skewed(5)),
  utmCampaign: () => (Math.random() < 0.8 ? 0 : 79 + skewed(40)),
  variant: () => (Math.random() < 0.9 ? 0 : 120 + skewed(3)),
};

const clickOf = (): StoredClick => ({
  linkId: skewed(links),
  ms: Math.floor(Math.random() * dayMs),
  visitor: Math.floor(Math.random() * 2 ** 53),
  values: dimensions.map(({ name }) => values[name]?.() ?? 0),
  choice: 0,
  bot: Math.random() < 0.1,
  first: Math.random() < 0.6,
});

/** Returns the number of blocks and their bytes. */
export async function fillClickBlocks(db: Db, { workspaceId, clicks, days, today }: Wanted) {
  let [count, bytes] = [0, 0];
  for (let day = today - days; day < today; day++) {
    const none = { clicks: 1, unique_clicks: 1, bot_clicks: 0, last_ms: 0, breakdown: Buffer.alloc(0) };
    await db
      .insertInto('click_days')
      .values({ workspace_id: workspaceId, day, link_id: 0, ...none })
      .execute();
    for (let left = Math.round(clicks / days); left > 0; ) {
      const made = Array.from({ length: Math.min(left, merged * clicksABlock) }, clickOf).sort(comparePlaces);
      left -= made.length;
      for (let at = 0; at < made.length; at += clicksABlock) {
        const part = made.slice(at, at + clicksABlock);
        const data = encodeBlock(part);
        const [first, last] = [part[0] as StoredClick, part.at(-1) as StoredClick];
        const place = { day, level: 3, workspace_id: workspaceId, no: ++count };
        const head = { clicks: part.length, first_link: first.linkId, last_link: last.linkId };
        await db
          .insertInto('click_blocks')
          .values({ ...place, ...head, data })
          .execute();
        bytes += data.length;
      }
    }
  }
  return { count, bytes };
}

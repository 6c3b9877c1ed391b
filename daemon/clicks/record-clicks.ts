/** Records a batch of clicks: reads its bytes, finds out what each click is, and stores it all at once, or not at all. */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type Db, inTransaction } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { agentOf, referrerHost } from './agent.ts';
import { insertBatch } from './batch-queries.ts';
import { idsOfWords } from './click-dictionary.ts';
import { countryCode, type RecordedClick, readClicks } from './click-record.ts';
import { addToCounts } from './counts.ts';
import { findOwners } from './link-owner-queries.ts';
import type { ClickBatch } from './queue.ts';
import { type Click, insertClicks } from './rows.ts';
import { dayMs, dayOf } from './time.ts';
import { markFirstClicks } from './visitors.ts';

const inflate = promisify(inflateRaw);

/** A link's row may reach this server's replica a moment after its first click. */
const ownerWaitMs = 60_000;

/** The clicks stored: none when the batch was recorded before. */
export async function recordClicks(db: Db, log: Log, { id, clicks: bytes }: ClickBatch, now: Date): Promise<Click[]> {
  const recorded = readClicks(await inflate(Buffer.from(bytes, 'base64')));
  const clicks = await describe(db, log, recorded, now);
  // Rows others may wait for come last: the counts of a link everybody clicks are locked only until the commit.
  return inTransaction(db, async (trx) => {
    const batchNo = await insertBatch(trx, id, now);
    if (batchNo === undefined) return [];
    await markFirstClicks(trx, clicks, batchNo);
    await insertClicks(trx, clicks, batchNo);
    await addToCounts(trx, clicks, now);
    return clicks;
  });
}

/** In the order of the keys under which they are stored, which is the order in which rows are locked. */
async function describe(db: Db, log: Log, recorded: RecordedClick[], now: Date): Promise<Click[]> {
  const owners = await findOwners(db, new Set(recorded.map(({ linkId }) => linkId)));
  const named = new Set<string>();
  for (const { userAgent, referrer } of recorded) {
    const { os, browser } = agentOf(userAgent);
    named.add(os).add(browser).add(referrerHost(referrer));
  }
  const words = await idsOfWords(db, named);
  const clicks: Click[] = [];
  let ownerless = 0;
  for (const { linkId, at, qr, choice, country, visitor, userAgent, referrer } of recorded) {
    const workspaceId = owners.get(linkId);
    if (workspaceId === undefined) {
      if (now.getTime() - at < ownerWaitMs) throw new Error(`link ${linkId} is not known here yet`);
      ownerless++;
      continue;
    }
    const agent = agentOf(userAgent);
    clicks.push({
      workspaceId,
      linkId,
      day: dayOf(at),
      ms: at % dayMs,
      visitor,
      country: countryCode(country),
      device: agent.device,
      os: words.get(agent.os) as number,
      browser: words.get(agent.browser) as number,
      referrer: words.get(referrerHost(referrer)) as number,
      qr,
      choice,
      bot: agent.bot,
      first: false,
    });
  }
  if (ownerless > 0) log.error({ ownerless }, 'clicks of links that never were could not be counted');
  return clicks.sort((a, b) => a.day - b.day || a.workspaceId - b.workspaceId || a.linkId - b.linkId || a.ms - b.ms);
}

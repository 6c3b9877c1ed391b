/**
 * The application of changed lists to existing links. Only added entries are looked up in the index, and only the
 * links found there are fully checked. Applied changes are recorded in MySQL, so that a crash of the worker loses
 * none.
 */
import { ifAlone } from '../../../shared/db/if-alone.ts';
import type { BanRow } from '../core/ban-queries.ts';
import { liftBan } from '../core/bans.ts';
import { lookupsOf, prefixOf } from '../core/canonical.ts';
import { fingerprintOf } from '../core/destinations.ts';
import { prefixBytes } from '../lists/prefix-set.ts';
import { listUnapplied, markApplied, readParts } from '../lists/queries.ts';
import { listUnappliedRules, markRulesApplied, type UnappliedRule } from '../lists/rule-queries.ts';
import { ownList } from '../lists/threat-lists.ts';
import { applyFindings, checkLink } from './apply-findings.ts';
import { listLinksWithPrefixes, listScannedLinks } from './queries.ts';
import type { Scanner } from './scanner.ts';

const prefixesAtOnce = 1_000;
const linksAtOnce = 500;
const rulesAtOnce = 1_000;

/** Applies changes, unless another worker does. Resolves to the number of banned links. */
export async function applyLists(scanner: Scanner): Promise<number> {
  const { db, lists } = scanner;
  let banned = 0;
  const unapplied = await listUnapplied(db);
  if (unapplied.length === 0) return 0;
  await ifAlone(db, 'apply-lists', async (signal) => {
    await lists.catchUp();
    for (const { name, version, appliedVersion } of await listUnapplied(db)) {
      if (name === ownList) banned += await applyRules(scanner);
      else {
        for (let next = appliedVersion + 1; next <= version; next++) {
          signal.throwIfAborted();
          banned += await checkAdded(scanner, indexPrefixes(await readParts(db, name, next, 'lookup')));
        }
      }
      await markApplied(db, name, version);
    }
  });
  return banned;
}

/** Returns the prefixes as in the index, which has only the first 4 of an entry's 8 bytes. */
function indexPrefixes(added: Buffer): number[] {
  const prefixes: number[] = [];
  for (let at = 0; at < added.length; at += prefixBytes) prefixes.push(added.readUInt32BE(at));
  return prefixes;
}

/**
 * Applies the operator's list: blocked hosts ban links, allowed hosts end the scanner's bans, and removed hosts are
 * checked again.
 */
async function applyRules(scanner: Scanner): Promise<number> {
  let banned = 0;
  for (;;) {
    const rules = await listUnappliedRules(scanner.db, rulesAtOnce);
    if (rules.length === 0) return banned;
    const prefixes = (...verdicts: UnappliedRule['verdict'][]) =>
      rules
        .filter(({ verdict }) => verdicts.includes(verdict))
        .flatMap(({ expression }) => lookupsOf(expression).map((lookup) => prefixOf(lookup).readUInt32BE(0)));
    banned += await checkAdded(scanner, prefixes('block', 'clear'));
    await liftClean(scanner, prefixes('allow'), () => true);
    await liftClean(scanner, prefixes('clear'), ({ detail }) => detail === ownList);
    await markRulesApplied(scanner.db, rules);
  }
}

async function checkAdded(scanner: Scanner, prefixes: number[]): Promise<number> {
  const { db, config, rules, announceChanges } = scanner;
  let banned = 0;
  await eachLink(scanner, prefixes, async (links) => {
    const suspects = links
      .map((link) => ({ link, found: checkLink(link, rules) }))
      .filter(({ found }) => found.length > 0);
    banned += await applyFindings(db, config, suspects, new Date());
    if (banned > 0) announceChanges();
  });
  return banned;
}

async function liftClean(scanner: Scanner, prefixes: number[], canLift: (ban: BanRow) => boolean): Promise<void> {
  const { db, config, rules, announceChanges } = scanner;
  await eachLink(scanner, prefixes, async (links) => {
    for (const link of links.filter(({ banned }) => banned)) {
      if (checkLink(link, rules).length > 0) continue;
      if (await liftBan(db, config, link.id, { fingerprint: fingerprintOf(link), canLift, now: new Date() }))
        announceChanges();
    }
  });
}

type Links = Awaited<ReturnType<typeof listScannedLinks>>;

async function eachLink({ db }: Scanner, prefixes: number[], work: (links: Links) => Promise<void>): Promise<void> {
  for (let from = 0; from < prefixes.length; from += prefixesAtOnce) {
    const ids = await listLinksWithPrefixes(db, prefixes.slice(from, from + prefixesAtOnce));
    for (let at = 0; at < ids.length; at += linksAtOnce) {
      await work(await listScannedLinks(db, ids.slice(at, at + linksAtOnce)));
    }
  }
}

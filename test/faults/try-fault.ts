/** One fault from start to verdict: load, fault, recovered writes, drained clicks, comparison. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Lengths } from './faults.ts';
import { type Ledger, longestPause, type WriteKind, writeKinds } from './ledger.ts';
import { startLoad } from './load.ts';
import { addLinks, type System } from './site.ts';
import { findVerdict, type Verdict } from './verdict.ts';

export type Suffered = {
  fault: Fault;
  lastedMs: number;
  ledger: Ledger;
  verdict: Verdict;
  /** Time without an acknowledged write of one kind, apart from the fault itself. */
  pause: { kind: WriteKind; ms: number; after: 'begin' | 'end' };
  broken: string[];
};

const [visited, changed] = [40, 8];
const aroundMs = 3_000;
/** Writes that still fail this long after a fault break a guarantee. */
const againWithinMs = 120_000;

export async function suffer(system: System, fault: Fault, lengths: Lengths, rate: number): Promise<Suffered> {
  const links = await addLinks(system, visited + changed);
  const slugs = links.slice(0, visited).map(({ slug }) => slug);
  const ids = links.slice(visited).map(({ id }) => id);
  system.endings.length = 0;
  const killsBefore = killsOfLinks(system);
  const load = startLoad(system, rate, slugs, ids);
  await sleep(aroundMs);
  const beganAt = performance.now();
  await fault.begin(system);
  await fault.lasts(lengths, system);
  const endedAt = performance.now();
  await fault.end(system);
  const workAgain = await allAcknowledgedAfter(load.ledger, endedAt);
  await sleep(aroundMs);
  const pause = pauseOf(load.ledger, endedAt);
  await load.stop();
  const verdict = await findVerdict(system, load.ledger);
  const broken = brokenPromises(system, fault, load.ledger, verdict, killsOfLinks(system) - killsBefore);
  if (!workAgain) broken.push(`writes did not work again within ${againWithinMs / 1_000} s`);
  return { fault, lastedMs: endedAt - beganAt, ledger: load.ledger, verdict, pause, broken };
}

function pauseOf(ledger: Ledger, endedAt: number): Suffered['pause'] {
  const { kind, from, to } = longestPause(ledger);
  const spansEnd = from < endedAt && to > endedAt;
  return spansEnd ? { kind, ms: to - endedAt, after: 'end' } : { kind, ms: to - from, after: 'begin' };
}

const killsOfLinks = ({ machines }: System) => machines.reduce((sum, { links }) => sum + links.kills(), 0);

async function allAcknowledgedAfter({ acknowledged }: Ledger, at: number): Promise<boolean> {
  for (const until = performance.now() + againWithinMs; performance.now() < until; await sleep(50)) {
    if (writeKinds.every((kind) => (acknowledged.get(kind)?.at(-1) ?? 0) > at)) return true;
  }
  return false;
}

/** A killed process can lose the clicks of the loop iteration that answered them: one per kill at these rates. */
function brokenPromises(
  { endings }: System,
  { leavesNobody }: Fault,
  ledger: Ledger,
  verdict: Verdict,
  kills: number,
): string[] {
  const { clicks, writes, mapsEqual } = verdict;
  return [
    ...[...new Set(ledger.wrong)].map((answer) => `a client was answered ${answer}`),
    ...(leavesNobody ? [] : endings),
    ...counted('redirects failed', leavesNobody ? 0 : ledger.redirects.failed),
    ...counted(`clicks were lost at ${kills} kills`, clicks.lost > kills ? clicks.lost : 0),
    ...counted('clicks were counted twice', clicks.doubled),
    ...counted('acknowledged writes were lost', writes.lost),
    ...counted('writes were done twice', writes.doubled),
    ...counted('writes were done by half', writes.half),
    ...counted('slug maps differ from MySQL', mapsEqual.filter((isEqual) => !isEqual).length),
  ];
}

const counted = (what: string, count: number) => (count > 0 ? [`${count} ${what}`] : []);

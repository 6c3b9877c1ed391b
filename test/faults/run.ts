/**
 * `npm run faults`: databases, machines and processes fail while clients keep a ledger, and a table shows the outcome. It exits
 * with 1 if a guarantee was broken, and leaves nothing behind.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createEnds } from '../fixtures/ends.ts';
import { type Day, liveDay, shortDay, wholeDay } from './day.ts';
import { type Fault, faults, type Lengths } from './faults.ts';
import { startSystem } from './site.ts';
import { CannotHere } from './stores.ts';
import { dayTable, rowOf, toTable } from './table.ts';
import { type Suffered, suffer } from './try-fault.ts';

const help = `Usage: npm run faults [-- [OPTION…] [NAME…]]

Breaks what Waypost runs on, under load, and compares the answers that clients got with what is stored. It starts
everything it needs, and ends it. All faults take about 35 minutes.

  --list        Name the faults.
  --day         A company's day instead, with three of the faults, an upgrade, a backup and a restore: at most 30 minutes.
  --minutes N   Stores are away for N minutes (5), and processes are killed for twice as long.
  --short       Each fault lasts only a few seconds, and a day has 300 links and 300 contacts.
  --rate N      Redirects a second (100).
  --help        Show this.
`;

function readWords() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        list: { type: 'boolean', default: false },
        day: { type: 'boolean', default: false },
        minutes: { type: 'string', default: '5' },
        short: { type: 'boolean', default: false },
        rate: { type: 'string', default: '100' },
        help: { type: 'boolean', default: false },
      },
    });
    const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
    const unknown = positionals.find((name) => !faults.some((fault) => fault.name === name));
    if (unknown !== undefined) throw new Error(`There is no fault ${unknown}: --list names them.`);
    if (!(minutes > 0)) throw new Error('--minutes must be a number above 0.');
    if (!(rate > 0)) throw new Error('--rate must be a number above 0.');
    const lengths: Lengths = values.short
      ? { brief: 5_000, away: 10_000, killing: 20_000 }
      : { brief: 20_000, away: minutes * 60_000, killing: 2 * minutes * 60_000 };
    const chosen = faults.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
    return { ...values, rate, lengths, chosen };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
}

const ends = createEnds();
let ending: Promise<void> | undefined;
/** Servers and processes first, then their directories. */
const endAll = () => {
  ending ??= ends.end();
  return ending;
};

async function sufferAll(chosen: Fault[], lengths: Lengths, rate: number): Promise<Suffered[]> {
  const all: Suffered[] = [];
  for (const name of new Set(chosen.map(({ on }) => on))) {
    const own = createEnds();
    ends.teardown(own.end);
    const system = await startSystem(own, name).catch((error) => {
      if (!(error instanceof CannotHere)) throw error;
      console.log(`the faults of ${name} are skipped: ${error.message}`);
    });
    if (!system) continue;
    for (const fault of chosen.filter(({ on }) => on === name)) {
      if (fault.needsOwnDisk && !system.isOwnDisk) {
        console.log(`${fault.name}: skipped, because no disk can be mounted here (that needs root)`);
        continue;
      }
      console.log(`${fault.name}: ${fault.says} …`);
      const suffered = await suffer(system, fault, lengths, rate);
      console.log(
        `  ${Object.entries(rowOf(suffered))
          .map(([name, value]) => `${name} ${value}`)
          .join('; ')}`,
      );
      for (const promise of suffered.broken) console.log(`  BROKEN: ${promise}`);
      all.push(suffered);
    }
    await own.end();
  }
  return all;
}

async function live(day: Day): Promise<number> {
  const startedAt = performance.now();
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-day-'));
  ends.teardown(() => rm(folder, { recursive: true, force: true }));
  process.env.TMPDIR = folder;
  const minutes = () => ((performance.now() - startedAt) / 60_000).toFixed(1).padStart(5);
  const rows = await liveDay(ends, day, (line) => console.log(`${minutes()} min  ${line}`));
  console.log(`\n${dayTable(rows)}\n`);
  const faulty = rows.filter(({ missing, doubled }) => missing.length + doubled.length > 0);
  for (const { kind, missing, doubled } of faulty) {
    for (const name of missing) console.log(`MISSING: ${kind}: ${name}`);
    for (const name of doubled) console.log(`DOUBLED: ${kind}: ${name}`);
  }
  console.log(faulty.length > 0 ? 'BROKEN' : `Nothing is lost or doubled after ${minutes().trim()} minutes.`);
  return faulty.length > 0 ? 1 : 0;
}

async function main(): Promise<number> {
  const { help: isHelp, list, day, short, chosen, lengths, rate } = readWords();
  if (isHelp) process.stdout.write(help);
  else if (list) for (const { name, on, says } of faults) console.log(`${name.padEnd(26)} ${on.padEnd(9)} ${says}`);
  if (isHelp || list) return 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.log(`${signal}: ending what was started …`);
      void endAll().finally(() => process.exit(130));
    });
  }
  try {
    if (day) return await live(short ? shortDay : wholeDay);
    const suffered = await sufferAll(chosen, lengths, rate);
    console.log(
      `\n${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model}, ${cpus().length} cores, ${rate} redirects a second\n`,
    );
    console.log(toTable(suffered));
    return suffered.some(({ broken }) => broken.length > 0) ? 1 : 0;
  } finally {
    await endAll();
  }
}

process.exit(await main());

/** A run's report: progress, failures as they happen, and finally the cost of each kind and of the slowest files. */
import { readFileSync } from 'node:fs';
import { addCounts, type Counts, noCounts } from './count.ts';
import type { FileCost } from './file-process.ts';
import { inSources } from './in-sources.ts';
import { kinds, type TestFile } from './kinds.ts';

export type Report = {
  began(test: TestFile): void;
  counted(test: TestFile, counts: Counts): void;
  ended(test: TestFile, cost: FileCost): void;
  /** Reports a failure outside any test. */
  broke(test: TestFile, reason: string): void;
  hasFailed(tests: TestFile[]): boolean;
  /** Prints the end of the report. @returns whether all tests passed */
  end(isCutShort: boolean): boolean;
};

const sayEveryMs = 15_000;
const slowest = 20;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const clock = (ms: number) => {
  const whole = Math.round(ms / 1_000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

/** Creates a report. `sayAllCosts` lists the cost of every file, not only of the slowest ones. */
export function createReport(files: number, sayAllCosts: boolean): Report {
  const startedAt = performance.now();
  const running = new Set<string>();
  const failed = new Set<string>();
  const costs: (TestFile & FileCost)[] = [];
  const total = noCounts();
  let done = 0;

  const progress = () => {
    const now = [...running].map((file) => file.replace(/^test\/|\.test\.ts$/g, '')).join(', ');
    const counts = `${total.passed} passed, ${total.failed} failed so far`;
    console.log(`${clock(performance.now() - startedAt)}  ${done} of ${files} files, ${counts}; now ${now}`);
  };
  const timer = setInterval(progress, sayEveryMs);

  function add(test: TestFile, counts: Counts): void {
    addCounts(total, counts);
    if (counts.failed > 0) failed.add(test.file);
    for (const failure of counts.failures) console.log(`\nnot ok: ${inSources(failure)}`);
  }
  function leave(test: TestFile): void {
    done++;
    running.delete(test.file);
  }

  return {
    began: ({ file }) => void running.add(file),
    counted: add,
    ended(test, cost) {
      leave(test);
      costs.push({ ...test, ...cost });
    },
    broke(test, reason) {
      leave(test);
      add(test, { passed: 0, failed: 1, failures: [`${test.file}: ${reason}`] });
    },
    hasFailed: (tests) => tests.some(({ file }) => failed.has(file)),
    end(isCutShort) {
      clearInterval(timer);
      const wallMs = performance.now() - startedAt;
      if (costs.length > 1) sayCosts(costs, wallMs, sayAllCosts);
      if (failed.size > 0) console.log(`\nfailed: ${[...failed].join(' ')}`);
      if (isCutShort) console.log('\nstopped before the end');
      if (total.passed + total.failed === 0) console.log('\nno test ran');
      console.log(`\n${total.passed} passed, ${total.failed} failed`);
      return total.failed === 0 && total.passed > 0 && !isCutShort;
    },
  };
}

/** Processor time of this process and all finished descendants, in milliseconds. */
function processorMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * 10;
}

function sayCosts(costs: (TestFile & FileCost)[], wallMs: number, sayAll: boolean): void {
  const row = (name: string, ...cells: string[]) => name.padEnd(10) + cells.map((cell) => cell.padStart(12)).join('');
  console.log(`\n${row('kind', 'files', 'time', 'set-up', 'processor')}`);
  let tests = 0;
  for (const kind of kinds) {
    const own = costs.filter((cost) => cost.kind === kind);
    const sum = (what: keyof FileCost) => own.reduce((all, cost) => all + cost[what], 0);
    tests += sum('processorMs');
    if (own.length === 0) continue;
    console.log(row(kind, String(own.length), ...[sum('wallMs'), sum('setUpMs'), sum('processorMs')].map(seconds)));
  }
  console.log(row('the rest', '', '', '', seconds(processorMs() - tests)));
  console.log(row('together', String(costs.length), clock(wallMs), '', seconds(processorMs())));
  const sayFiles = (title: string, by: keyof FileCost, upTo: number) => {
    console.log(`\n${title}: time, of it set-up, processor time`);
    for (const cost of [...costs].sort((a, b) => b[by] - a[by]).slice(0, upTo)) {
      const share = `${Math.round((100 * cost.setUpMs) / Math.max(1, cost.wallMs))} %`;
      console.log(
        `${seconds(cost.wallMs).padStart(10)}${share.padStart(7)}${seconds(cost.processorMs).padStart(10)}  ${cost.file}`,
      );
    }
  };
  if (sayAll) sayFiles('All files', 'processorMs', costs.length);
  sayFiles('The slowest files', 'wallMs', slowest);
}

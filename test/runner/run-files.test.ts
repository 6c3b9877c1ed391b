/** The runner: it names a file that harms its process, and runs the remaining files. */
import type { Report } from './report.ts';
import { runFiles } from './run-files.ts';
import { t } from './tap.ts';

const fileOf = (name: string) => `test/fixtures/runner/${name}.ts`;

const run = (...names: string[]) => runTimes(1, ...names);

/** Runs files of `test/fixtures/runner` in one process. Returns the reports about each file, by its name. */
async function runTimes(repeat: number, ...names: string[]) {
  const received: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]));
  const failed = new Set<string>();
  const tell = (file: string, what: string) => received[names.find((name) => fileOf(name) === file) ?? '']?.push(what);
  const report: Report = {
    began: () => {},
    counted({ file }, counts) {
      if (counts.failed > 0) failed.add(file);
      tell(file, `${counts.passed} passed, ${counts.failed} failed`);
    },
    ended: ({ file }) => tell(file, 'ended'),
    broke: ({ file }, reason) => tell(file, reason),
    hasFailed: (tests) => tests.some(({ file }) => failed.has(file)),
    end: () => true,
  };
  const tests = names.map((name) => ({ file: fileOf(name), kind: 'stores' as const }));
  await runFiles({
    tests,
    repeat,
    jobs: 1,
    envOf: async () => process.env,
    report,
    signal: new AbortController().signal,
  });
  // Counts are reported in another way than the rest, so their order differs.
  for (const lines of Object.values(received)) lines.sort();
  return received;
}

t.test('the assertions of each file in a process are counted separately', async (t) => {
  t.same(await run('passes', 'fails'), {
    passes: ['1 passed, 0 failed', 'ended'],
    fails: ['1 passed, 1 failed', 'ended'],
  });
});

t.test('every assertion is counted, and a failing assertion does not hide others', async (t) => {
  t.same(await run('holds-and-fails'), { 'holds-and-fails': ['19 passed, 1 failed', 'ended'] });
});

t.test('a file runs as many times as requested', async (t) => {
  const { passes } = await runTimes(3, 'passes');
  t.same(passes, [...Array(3).fill('1 passed, 0 failed'), ...Array(3).fill('ended')]);
});

for (const [name, reason] of [
  ['exits', 'the process ended with 1 in this file'],
  ['is-killed', 'the process ended by SIGKILL in this file'],
  ['throws-late', 'the process ended with 1 in this file'],
  ['ends-tap', 'the process ended with 1 in this file'],
] as const) {
  t.test(`a file that ${name} is named, and the files before and after it are counted`, async (t) => {
    const { fails, [name]: own, passes } = await run('fails', name, 'passes');
    t.equal(own?.at(-1), reason);
    t.same(fails, ['1 passed, 1 failed', 'ended']);
    t.same(passes, ['1 passed, 0 failed', 'ended']);
  });
}

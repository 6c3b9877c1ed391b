/**
 * `npm test`: runs test files in several processes, on a temporary MariaDB (or the MySQL in TEST_MYSQLD) and a
 * temporary Redis, and reports their cost.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../shared/paths.ts';
import { type Kind, kindOf, kinds, kindWords } from './kinds.ts';
import { createReport } from './report.ts';
import { runFiles } from './run-files.ts';
import { makeRunPlace } from './run-place.ts';

/** More jobs than cores, because many tests wait for processes to start and end. */
const defaultJobs = 2 * availableParallelism();

const help = `Usage: npm test [-- [OPTION…] [FILE…]]

Runs all tests, or those of the files, such as test/shared/config/config.test.ts.

  --kind KIND     Only tests of a kind; may be given several times:
${kinds.map((kind) => `                    ${kind.padEnd(9)} ${kindWords[kind]}`).join('\n')}
  --repeat TIMES  Run each file so many times, to find what fails now and then.
  --jobs COUNT    Run so many files at a time. Default here: ${defaultJobs}.
  --costs         At the end, say what each file cost: the processor time of its process, and of all that it started which has ended.
                  Default in CI.
  --help          Show this.
`;

function readWords() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        kind: { type: 'string', multiple: true, default: [...kinds] },
        repeat: { type: 'string', default: '1' },
        jobs: { type: 'string', default: String(defaultJobs) },
        costs: { type: 'boolean', default: 'CI' in process.env },
        help: { type: 'boolean', default: false },
      },
    });
    const [repeat, jobs] = [Number(values.repeat), Number(values.jobs)];
    const strange = values.kind.find((kind) => !kinds.some((one) => one === kind));
    if (strange) throw new Error(`there is no kind ${strange}; the kinds are ${kinds.join(', ')}`);
    if (!(repeat >= 1 && jobs >= 1)) throw new Error('--repeat and --jobs take a number from 1 on');
    return { ...values, repeat, jobs, files: listFiles(positionals) };
  } catch (error) {
    console.error(`npm test: ${(error as Error).message}\n\n${help}`);
    process.exit(1);
  }
}

/** Lists the named files, or all files, as paths from the project. */
function listFiles(named: string[]): string[] {
  const all = readdirSync(path.join(projectRoot, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join('test', file))
    .sort();
  if (named.length === 0) return all;
  const files = named.map((file) => path.relative(projectRoot, path.resolve(file)));
  const stray = files.find((file) => !all.includes(file));
  if (stray) throw new Error(`${stray} is no test file`);
  return files;
}

const { files, kind: wanted, repeat, jobs, costs, help: asksHelp } = readWords();
if (asksHelp) {
  process.stdout.write(help);
  process.exit(0);
}
const tests = files.map((file) => ({ file, kind: kindOf(file) })).filter(({ kind }) => wanted.includes(kind));
const kindsNow = new Set(tests.map(({ kind }) => kind));
const report = createReport(tests.length * repeat, costs);
const place = await makeRunPlace();
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort());
// Loaded only here, because it loads the whole product, which unit tests do not need.
const starting = [...kindsNow].some((kind) => kind !== 'unit')
  ? import('./run-stores.ts').then(({ startRunStores }) => startRunStores(kindsNow, place))
  : undefined;
const envOf = async (kind: Kind) => (kind === 'unit' ? place.env : ((await starting)?.env ?? place.env));
let isCutShort = false;
try {
  await runFiles({ tests, repeat, jobs, envOf, report, signal: ending.signal });
  isCutShort = ending.signal.aborted;
} finally {
  // If the servers did not start, unit tests may still be running.
  ending.abort();
  const stores = await starting?.catch(() => undefined);
  await stores?.stop();
  await place.remove();
}
process.exit(report.end(isCutShort) ? 0 : 1);

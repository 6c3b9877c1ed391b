/** A background process lowers the priority of all its threads, unless its priority is already lower. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { builtRoot } from '../../../shared/paths.ts';
import { t } from '../../runner/tap.ts';

const file = pathToFileURL(path.join(builtRoot, 'shared/process/priority.js')).href;

/** Starts a process with `nice`, and reads the niceness of threads created early and late. */
async function nicenessOfThreads(nice: number): Promise<number[]> {
  const script = `
    const { readFileSync, readdirSync } = await import('node:fs');
    const { stat } = await import('node:fs/promises');
    const { scrypt } = await import('node:crypto');
    const { setPriority } = await import('node:os');
    const { giveWay } = await import(${JSON.stringify(file)});
    await stat('.');
    setPriority(${nice});
    giveWay();
    await new Promise((resolve) => scrypt('a', 'b', 8, resolve));
    const fields = (thread) => readFileSync('/proc/self/task/' + thread + '/stat', 'latin1').replace(/^.*\\) /s, '').split(' ');
    console.log(JSON.stringify(readdirSync('/proc/self/task').map((thread) => Number(fields(thread)[16]))));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout) as number[];
}

t.test('all threads of a background process have a lower priority', async (t) => {
  const all = await nicenessOfThreads(0);
  t.ok(all.length > 1, `${all.length} threads`);
  t.same([...new Set(all)], [5]);
});

t.test('a process that already has a lower priority keeps it', async (t) => {
  t.ok((await nicenessOfThreads(15)).includes(15));
});

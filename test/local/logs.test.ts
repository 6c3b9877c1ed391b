/** Log files: rotated under many writers without losing a line, followed across rotations, and harmless when the disk is full. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { followLogs } from '../../shared/local/logs/follow.ts';
import { rotateLogs } from '../../shared/local/logs/rotate.ts';
import { readableTail } from '../../shared/local/logs/tail.ts';
import { builtRoot } from '../../shared/paths.ts';
import { t } from '../runner/tap.ts';

/** Runs a module that has `log`, which writes to the directory's file `many.log`. */
function runLogging(directory: string, script: string) {
  const module = `
    import { setTimeout as sleep } from 'node:timers/promises';
    import { createLog } from ${JSON.stringify(path.join(builtRoot, 'shared/log/log.js'))};
    const log = createLog('many', 'info', ${JSON.stringify(directory)});
    ${script}`;
  return once(spawn(process.execPath, ['--input-type=module', '-e', module], { stdio: 'ignore' }), 'exit');
}

/** A process that writes numbered lines, `perTurn` of them each millisecond. */
const startWriter = (directory: string, who: number, lines: number, perTurn: number) =>
  runLogging(
    directory,
    `for (let n = 0; n < ${lines}; ) {
      for (let turn = 0; turn < ${perTurn}; turn++) log.info({ who: ${who}, n: n++, ä: '€'.repeat(50) }, 'line');
      await sleep(1);
    }`,
  );

t.test(
  'three processes with one log name write through rotations, and no line is lost, torn or followed twice',
  async (t) => {
    const directory = t.testdir();
    const [writers, lines] = [3, 6_000];
    const followed: string[] = [];
    const stopFollowing = await followLogs(directory, [], (line) => followed.push(line));
    let writing = true;
    const written = Promise.all(
      Array.from({ length: writers }, (_, who) => startWriter(directory, who, lines, 2)),
    ).then((ends) => {
      writing = false;
      return ends;
    });
    // Slower than writers check, like `npm start`; a follower can find several rotations at once.
    for (; writing; await sleep(1_500)) await rotateLogs(directory, { bytes: 100_000, files: 50 });
    for (const [code] of await written) t.equal(code, 0);
    await stopFollowing();

    const names = await readdir(directory);
    t.ok(names.length > 2, `rotated: ${names.join(' ')}`);
    const texts = await Promise.all(names.map((name) => readFile(path.join(directory, name), 'utf8')));
    const found = texts.flatMap((text) => text.split('\n').filter(Boolean));
    const identify = (line: string) => {
      const { who, n } = JSON.parse(line);
      return `${who}/${n}`;
    };
    t.equal(found.length, writers * lines);
    t.equal(new Set(found.map(identify)).size, writers * lines, 'every line is there');
    t.equal(followed.length, writers * lines);
    t.equal(new Set(followed.map(identify)).size, writers * lines, 'and every line was followed');
  },
);

t.test('a follower that pauses through several rotations misses no line', async (t) => {
  const directory = t.testdir();
  const file = path.join(directory, 'a.log');
  const followed: string[] = [];
  await writeFile(file, 'before\n');
  const stopFollowing = await followLogs(directory, [], (line) => followed.push(line));
  for (let n = 0; n < 5; n++) {
    await appendFile(file, `${n}\n`);
    await rotateLogs(directory, { bytes: 1, files: 10 });
    await writeFile(file, '');
  }
  await appendFile(file, 'last\n');
  await stopFollowing();
  t.same(followed, ['0', '1', '2', '3', '4', 'last']);
});

t.test('rotation keeps the newest log files, as many as configured', async (t) => {
  const directory = t.testdir();
  const file = path.join(directory, 'a.log');
  for (let n = 0; n < 6; n++) {
    await writeFile(file, `${n}`.repeat(10));
    await rotateLogs(directory, { bytes: 10, files: 3 });
  }
  await writeFile(file, 'small');
  await rotateLogs(directory, { bytes: 10, files: 3 });
  const kept = await Promise.all(
    ['a.log', 'a.log.1', 'a.log.2'].map((name) => readFile(path.join(directory, name), 'utf8')),
  );
  t.same(kept, ['small', '5555555555', '4444444444']);
  t.same((await readdir(directory)).sort(), ['a.log', 'a.log.1', 'a.log.2']);
});

t.test('a full disk does not end a process', async (t) => {
  const directory = t.testdir();
  await symlink('/dev/full', path.join(directory, 'many.log'));
  const [code] = await runLogging(
    directory,
    `for (let n = 0; n < 20_000; n++) log.info({ n, filling: 'x'.repeat(100) }, 'line');
    await sleep(1_500);
    log.info('still here');`,
  );
  t.equal(code, 0);
  t.equal((await stat('/dev/full')).size, 0);
});

t.test('the log lines around an error are readable', async (t) => {
  const directory = t.testdir({
    'a.log': '{"level":"error","time":"2026-01-02T03:04:05Z","name":"a","msg":"no database"}\nplain\n',
  });
  t.match(await readableTail(path.join(directory, 'a.log')), /^ {2}\[.*\] ERROR \(a\): no database\n {2}plain$/);
  t.match(await readableTail(path.join(directory, 'none.log')), /nothing/);
});

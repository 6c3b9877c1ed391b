/** Repeated work never runs twice at once, and each call is answered by a run that starts after it. */
import { repeat } from '../../../shared/jobs/repeat.ts';
import { createLog } from '../../../shared/log/log.ts';
import { t } from '../../runner/tap.ts';

const log = createLog('test', 'silent');

/** Creates work whose runs end on demand. `begun` counts them. */
function open() {
  const ends: ((result: number | Error) => void)[] = [];
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<number>((resolve, reject) => {
      ends.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
    });
  };
  const signals: AbortSignal[] = [];
  const repeated = repeat(log, 'test', 0, { work });
  const settle = () => new Promise(setImmediate);
  return { ...repeated, ends, signals, settle };
}

t.test('calls during a run are answered by one run that starts after them', async (t) => {
  const { ask, ends, settle } = open();
  const first = ask();
  await settle();
  t.equal(ends.length, 1);
  const [second, third] = [ask(), ask()];
  await settle();
  t.equal(ends.length, 1, 'never twice at once');
  ends[0]?.(1);
  t.equal(await first, 1);
  await settle();
  t.equal(ends.length, 2);
  ends[1]?.(2);
  t.same([await second, await third], [2, 2]);
});

t.test('a call whose run fails resolves to undefined, and the next run still starts', async (t) => {
  const { ask, ends, settle } = open();
  const failing = ask();
  await settle();
  ends[0]?.(new Error('a fault'));
  t.equal(await failing, undefined);
  const second = ask();
  await settle();
  ends[1]?.(2);
  t.equal(await second, 2);
});

t.test("stopping aborts the current run's signal and waits for the run, and no other run starts", async (t) => {
  const { ask, stop, ends, signals, settle } = open();
  void ask();
  await settle();
  const waiting = ask();
  let ended = false;
  const stopping = stop().then(() => {
    ended = true;
  });
  await settle();
  t.same([ended, signals[0]?.aborted], [false, true]);
  ends[0]?.(1);
  await stopping;
  t.same([await waiting, await ask(), ends.length], [undefined, undefined, 1]);
});

t.test('work runs at its interval, and never twice at once', async (t) => {
  let [running, most, runs] = [0, 0, 0];
  await new Promise<void>((done) => {
    const { stop } = repeat(log, 'test', 1, {
      work: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 3));
        running--;
        if (++runs === 3) void stop().then(done);
      },
    });
    // The work's own timer does not keep the process alive.
    const alive = setInterval(() => runs >= 3 && clearInterval(alive), 1);
  });
  t.same([most, runs], [1, 3]);
});

/** Costly work is shared fairly: tenants are served in rounds, the queue has limits, and aborted items do not run. */
import fc from 'fast-check';
import { unavailable } from '../../../shared/errors.ts';
import { FairQueue } from '../../../shared/jobs/fair-queue.ts';
import { t } from '../../runner/tap.ts';

const refusal = (isLate: boolean) => (isLate ? new Error('late') : unavailable('busy'));

/** Creates a queue whose items end on demand. `begun` lists them in the order of their start. */
function open(options: { capacity?: number; waitingEach?: number; waitingAtMost?: number; waitMs?: number } = {}) {
  const queue = new FairQueue({ capacity: 1, waitingEach: 100, waitingAtMost: 200, refusal, ...options });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (tenant: string, name = tenant, more = {}) =>
    queue.run(
      tenant,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.push(() => resolve(name)));
      },
      more,
    );
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { queue, begun, ends, add, endOne };
}

const codeOf = (promise: Promise<unknown>) => promise.then(() => 'ok').catch((error) => error.code ?? error.message);

t.test('a newcomer waits for one item of each earlier tenant, however many items one tenant queued', async (t) => {
  const { add, begun, endOne } = open();
  const flood = Array.from({ length: 50 }, (_, n) => add('flood', `flood ${n}`));
  const other = Array.from({ length: 10 }, (_, n) => add('other', `other ${n}`));
  const late = add('late');
  for (let n = 0; n < 70; n++) await endOne();
  t.equal(begun.indexOf('other 0'), 2, 'after the running one and a waiting one');
  t.equal(begun.indexOf('late'), 3, 'then it is its turn');
  t.same(await Promise.all([...flood, ...other, late]).then((all) => all.length), 61);
});

t.test('the queue has limits per tenant and in total, and the tenant with the most items gives way', async (t) => {
  const { add, queue, endOne, ends } = open({ waitingEach: 5, waitingAtMost: 8 });
  const results = Array.from({ length: 7 }, (_, n) => codeOf(add('a', `a${n}`)));
  t.equal(await results[6], 'unavailable', 'one runs, five wait, the next is refused');
  results.push(...['b0', 'b1', 'b2'].map((name) => codeOf(add('b', name))));
  t.equal(queue.numbers.waiting, 8);
  const c = codeOf(add('c'));
  t.equal(await results[5], 'unavailable', 'the last of the fullest');
  t.equal(queue.numbers.waiting, 8);
  t.equal(queue.numbers.refused, 2);
  const other = [codeOf(add('d')), codeOf(add('e')), codeOf(add('f'))];
  while (ends.length > 0) await endOne();
  t.same(await Promise.all([...results, c]), [
    ...['ok', 'ok', 'ok', 'unavailable', 'unavailable', 'unavailable', 'unavailable'],
    ...['ok', 'ok', 'unavailable', 'ok'],
  ]);
  t.same(await Promise.all(other), ['ok', 'ok', 'ok']);
});

t.test('a newcomer is refused if every tenant has as many items as the newcomer would have', async (t) => {
  const { add } = open({ waitingEach: 5, waitingAtMost: 2 });
  for (const tenant of ['a', 'b', 'c']) void add(tenant);
  t.equal(await codeOf(add('d')), 'unavailable');
});

t.test('an item leaves the queue when its signal is aborted, but a running item is not stopped', async (t) => {
  const { add, begun, endOne, queue } = open();
  const [first, second] = [new AbortController(), new AbortController()];
  const running = add('a', 'running', { signal: first.signal });
  const waiting = codeOf(add('a', 'waiting', { signal: second.signal }));
  const last = add('b', 'last');
  second.abort(new Error('gone'));
  first.abort(new Error('gone'));
  t.equal(await waiting, 'gone');
  t.equal(queue.numbers.waiting, 1);
  await endOne();
  await endOne();
  t.same([await running, await last, begun], ['running', 'last', ['running', 'last']]);
  t.equal(await codeOf(add('a', 'x', { signal: second.signal })), 'gone', 'it is not queued either');
});

t.test('an item that waits too long is refused and leaves the queue', async (t) => {
  const { add, begun, queue, endOne } = open({ waitMs: 1 });
  const running = add('a');
  t.equal(await codeOf(add('a', 'late')), 'late');
  t.equal(queue.numbers.waiting, 0);
  await endOne();
  t.same([await running, begun], ['a', ['a']], 'a running item can take longer');
});

t.test('heavy items share the capacity, and one item alone can have any weight', async (t) => {
  const { add, begun, queue, endOne } = open({ capacity: 10 });
  for (const [name, weight] of [
    ['a', 6],
    ['b', 4],
    ['c', 99],
    ['d', 1],
  ] as const)
    void add(name, name, { weight });
  t.same([begun.join(''), queue.numbers.running], ['ab', 10]);
  await endOne();
  t.equal(begun.join(''), 'ab', 'the heavy one waits for all, and none overtakes it');
  await endOne();
  t.equal(begun.join(''), 'abc');
  await endOne();
  t.same([begun.join(''), queue.numbers.running], ['abcd', 1]);
});

t.test('after an item fails, the next item starts', async (t) => {
  const queue = new FairQueue({ capacity: 1, waitingEach: 9, waitingAtMost: 9, refusal });
  const fail = async () => {
    throw new Error('failed');
  };
  const all = [queue.run('a', fail), queue.run('a', fail), queue.run('a', async () => 'done')].map(codeOf);
  t.same(await Promise.all(all), ['failed', 'failed', 'ok']);
  t.equal(queue.numbers.running, 0);
});

t.test('in any sequence, every item is settled, limits are kept, and nothing stays in the queue', async () => {
  const step = fc.oneof(
    fc.record({ add: fc.constantFrom('a', 'b', 'c', 'd'), weight: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ end: fc.constant(true) }),
    fc.record({ leave: fc.nat(30) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { add, endOne, ends, queue } = open({ capacity: 6, waitingEach: 4, waitingAtMost: 7 });
      const settled: Promise<string>[] = [];
      const leaving: AbortController[] = [];
      for (const one of steps) {
        if ('add' in one) {
          const controller = new AbortController();
          leaving.push(controller);
          settled.push(codeOf(add(one.add, one.add, { weight: one.weight, signal: controller.signal })));
        } else if ('end' in one) await endOne();
        else leaving[one.leave]?.abort(new Error('gone'));
        const { waiting, running } = queue.numbers;
        if (waiting > 7 || running > 6) throw new Error(`${waiting} wait, ${running} run`);
        if (waiting > 0 && running === 0) throw new Error('an item waits for nobody');
      }
      while (ends.length > 0) await endOne();
      await Promise.all(settled);
      const { waiting, running } = queue.numbers;
      return waiting === 0 && running === 0;
    }),
    { numRuns: 300 },
  );
});

/** Jobs that arrive at about the same time run together, and none waits for an unrelated one. */
import { createBatches } from '../../shared/batches.ts';
import { StoreFault } from '../../shared/errors.ts';
import { until } from '../fixtures/until.ts';
import { t } from '../runner/tap.ts';

type Job = { name: string; key?: string; size?: number; fails?: boolean };

/** Batches that end on demand, named after their jobs. */
function open({ lanes = 2, limit = 100, fault = new Error('refused') } = {}) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const batches = createBatches<Job, string>(
    async (jobs) => {
      const names = jobs.map(({ name }) => name).join('+');
      begun.push(names);
      await new Promise<void>((resolve) => ends.set(names, resolve));
      if (jobs.some(({ fails }) => fails)) throw fault;
      return jobs.map(({ name }) => `${name}!`);
    },
    { lanes, limit, sizeOf: ({ size = 1 }) => size, keyOf: ({ key = '' }) => key },
  );
  const add = (name: string, more: Omit<Job, 'name'> = {}) =>
    batches.add({ name, ...more }).catch((error: Error) => error.message);
  /** Ends a batch. Resolves once this many have started. */
  const end = async (names: string, next = begun.length) => {
    ends.get(names)?.();
    await new Promise(setImmediate);
    await until(() => begun.length >= next);
  };
  return { begun, add, end };
}

t.test('a single job starts without delay, in the same tick', async (t) => {
  const { begun, add, end } = open();
  for (const name of ['a', 'b', 'c']) {
    const answer = add(name);
    t.equal(begun.at(-1), name);
    await end(name);
    t.equal(await answer, `${name}!`);
  }
});

t.test(
  'jobs with one key never run in two batches at once, and jobs that arrive during a batch form the next batch',
  async (t) => {
    const { begun, add, end } = open();
    const answers = ['a', 'b', 'c'].map((name) => add(name));
    t.same(begun, ['a']);
    await end('a', 2);
    t.same(begun, ['a', 'b+c']);
    await end('b+c');
    t.same(await Promise.all(answers), ['a!', 'b!', 'c!']);
  },
);

t.test('a waiting batch delays no job with another key', async (t) => {
  const { begun, add, end } = open();
  const answers = [add('a', { key: 'locked' }), add('b', { key: 'locked' }), add('c', { key: 'free' })];
  t.same(begun, ['a', 'c']);
  await end('c');
  answers.push(add('d', { key: 'free' }));
  await until(() => begun.length === 3);
  t.same(begun, ['a', 'c', 'd']);
  await end('d');
  await end('a', 4);
  await end('b');
  t.same(await Promise.all(answers), ['a!', 'b!', 'c!', 'd!']);
});

t.test('callers that each add a job after their previous job share every batch except the first', async (t) => {
  const { begun, add, end } = open();
  const rounds = 4;
  const callers = ['a', 'b', 'c', 'd'].map(async (name) => {
    for (let round = 0; round < rounds; round++) await add(name);
  });
  for (let round = 1; round <= rounds; round++) await end(begun.at(-1) as string, round + 1);
  await end(begun.at(-1) as string);
  t.same(
    begun.map((names) => names.split('+').length),
    [1, 4, 4, 4, 3],
  );
  await Promise.all(callers);
});

t.test('a batch is no larger than the limit, unless a single job is larger', async (t) => {
  const { begun, add, end } = open({ limit: 10 });
  const answers = [add('a'), add('b', { size: 6 }), add('c', { size: 6 }), add('d', { size: 11 }), add('e')];
  for (const [index, names] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    t.equal(begun.at(-1), names);
    await end(names, Math.min(index + 2, 5));
  }
  t.equal((await Promise.all(answers)).length, 5);
});

t.test('a failing job does not fail other jobs, and while a database is down no job is retried alone', async (t) => {
  const { begun, add, end } = open();
  const answers = [add('a'), add('b', { fails: true }), add('c')];
  for (const [index, names] of ['a', 'b+c', 'b', 'c'].entries()) await end(names, Math.min(index + 2, 4));
  t.same(await Promise.all(answers), ['a!', 'refused', 'c!']);
  t.same(begun, ['a', 'b+c', 'b', 'c']);

  const down = open({ fault: new StoreFault('QUERY_DEADLINE', 'down') });
  const lost = [down.add('a'), down.add('b', { fails: true }), down.add('c')];
  for (const names of ['a', 'b+c']) await down.end(names, 2);
  t.same(await Promise.all(lost), ['a!', 'down', 'down']);
});

/** A row that another session holds: who needs it is told 503 in time, and others are not held up. */

import { sql } from 'kysely';
import type { Tables } from '../../daemon/core/tables.ts';
import { openDb } from '../../shared/db/db.ts';
import { addContact, addTerms, startAutomations } from '../fixtures/automations.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

/** Beyond a lock wait, one more try, and the wait for a turn behind others; far below the 19 s of no bound. */
const boundMs = 17_000;

t.test('requests for a locked contact end with 503 and Retry-After; those of others go on', async (t) => {
  const stores = await createStores(t);
  const service = await startAutomations(t, {}, stores);
  const { post, get } = service;
  const locked = await addContact(service, { email: 'locked@x.example' });
  const other = await addContact(service, { email: 'other@x.example' });
  await addTerms(service, 'tag', ['Customer']);
  const foreign = openDb<Tables>(stores.mysqlUrl, { poolSize: 1 });
  t.teardown(() => foreign.destroy());
  const timed = async (work: Promise<{ status: number; headers: Headers; body: { code: string } }>) => {
    const startedAt = Date.now();
    const { status, headers, body } = await work;
    return { status, code: body.code, retryAfter: headers.get('retry-after'), ms: Date.now() - startedAt };
  };
  await foreign.transaction().execute(async (holder) => {
    await sql`UPDATE wp_automations_contacts SET f_name = 'held' WHERE id = ${locked}`.execute(holder);
    const blocked = Array.from({ length: 6 }, () => timed(post(`/contact/update/${locked}`, { f_name: 'New' })));
    const others = await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => timed(post('/contact/add', { email: `new${n}@x.example` }))),
      timed(post(`/contact/update/${other}`, { f_name: 'New' })),
      timed(get('/contacts')),
    ]);
    for (const { status, ms } of others) t.ok(status === 200 && ms < boundMs, `${status} after ${ms} ms`);
    const many = Array.from({ length: 30 }, () => timed(post(`/contact/update/${locked}`, { f_name: 'New' })));
    const reads = await Promise.all(Array.from({ length: 10 }, () => timed(get('/contacts'))));
    for (const { status, ms } of reads) t.ok(status === 200 && ms < 5_000, `a read: ${status} after ${ms} ms`);
    for (const { status, code, retryAfter, ms } of await Promise.all([...blocked, ...many])) {
      t.same([status, code, Number(retryAfter) > 0], [503, 'unknown_error', true]);
      t.ok(ms < boundMs, `${ms} ms`);
    }
  });
  t.equal((await post(`/contact/update/${locked}`, { f_name: 'New' })).status, 200);
});

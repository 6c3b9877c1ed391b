/** A row that another session has locked: requests for it are answered with 503, and other requests are not delayed. */

import { sql } from 'kysely';
import type { Tables } from '../../daemon/core/tables.ts';
import { openDb } from '../../shared/db/db.ts';
import { addContact, addTerms, startAutomations } from '../fixtures/automations.ts';
import { createStores } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

t.test(
  'requests for a locked contact are answered with 503 and Retry-After, and other requests are answered as usual',
  async (t) => {
    const stores = await createStores(t);
    const service = await startAutomations(t, { MYSQL_LOCK_SECONDS: '1' }, stores);
    const { post, get } = service;
    const locked = await addContact(service, { email: 'locked@x.example' });
    const other = await addContact(service, { email: 'other@x.example' });
    await addTerms(service, 'tag', ['Customer']);
    const foreign = openDb<Tables>(stores.mysqlUrl, { poolSize: 1 });
    t.teardown(() => foreign.destroy());
    await foreign.transaction().execute(async (holder) => {
      await sql`UPDATE wp_automations_contacts SET f_name = 'held' WHERE id = ${locked}`.execute(holder);
      const updates = (count: number) =>
        Array.from({ length: count }, () => post(`/contact/update/${locked}`, { f_name: 'New' }));
      const blocked = updates(6);
      const others = await Promise.all([
        ...Array.from({ length: 5 }, (_, n) => post('/contact/add', { email: `new${n}@x.example` })),
        post(`/contact/update/${other}`, { f_name: 'New' }),
        get('/contacts'),
      ]);
      for (const { status } of others) t.equal(status, 200);
      const many = updates(30);
      const reads = await Promise.all(Array.from({ length: 10 }, () => get('/contacts')));
      for (const { status } of reads) t.equal(status, 200);
      for (const { status, headers, body } of await Promise.all([...blocked, ...many]))
        t.same([status, body.code, Number(headers.get('retry-after')) > 0], [503, 'unknown_error', true]);
    });
    t.equal((await post(`/contact/update/${locked}`, { f_name: 'New' })).status, 200);
  },
);

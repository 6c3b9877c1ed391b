/** A MariaDB that is read-only, as during a failover: reads are answered, writes get 503. */
import { createConnection } from 'mysql2/promise';
import { startAutomations } from '../fixtures/automations.ts';
import { addWorkspace, caller, startDaemon } from '../fixtures/daemon.ts';
import { startServers } from '../fixtures/stack.ts';
import { t } from '../runner/tap.ts';

t.test(
  'both services answer reads on a read-only server, refuse writes with 503, and recover afterwards',
  async (t) => {
    const { mysql, redis } = await startServers(t);
    const socketPath = new URL(mysql.url).searchParams.get('socketPath') as string;
    const root = await createConnection({ socketPath, user: 'root' });
    t.teardown(() => root.end());
    await root.query("CREATE USER 'app'@'localhost'");
    await root.query("GRANT ALL ON waypost.* TO 'app'@'localhost'");
    const stores = {
      mysqlUrl: `mysql://app@localhost/waypost?socketPath=${encodeURIComponent(socketPath)}`,
      redisUrl: redis.url,
      redisPrefix: 'readonly',
    };
    const daemon = await startDaemon(t, { stores });
    const automations = await startAutomations(t, {}, stores);
    const { id, key } = await addWorkspace(daemon.context.db, 'scale');
    const call = caller(daemon, key);
    const link = await call('POST', '/links', { url: 'https://example.com/', slug: 'made' });
    t.equal(link.status, 201);
    const yesterday = Math.floor(Date.now() / 86_400_000) - 1;
    for (const linkId of [0, 1]) {
      const row = [id, yesterday, linkId];
      await root.query('INSERT INTO waypost.click_days VALUES (?, ?, ?, 3, 2, 0, 0, 5, "")', row);
    }
    const contact = await automations.post('/contact/add', { email: 'first@x.example' });
    t.equal(contact.status, 200);

    await root.query('SET GLOBAL read_only = 1');
    for (const path of ['/links', '/stats', '/tags', '/auth/me', `/links/${link.json.id}/stats`]) {
      t.equal((await call('GET', path)).status, 200, path);
    }
    t.same((await call('GET', '/stats')).json.topLinks.length, 1, 'most clicked links though none can be kept');
    for (const [method, path, body] of [
      ['POST', '/links', { url: 'https://example.com/' }],
      ['PATCH', `/links/${link.json.id}`, { title: 'new' }],
      ['DELETE', `/links/${link.json.id}`, undefined],
      ['POST', '/links/bulk', { links: [{ url: 'https://example.com/' }] }],
    ] as const) {
      const answer = await call(method, path, body);
      t.equal(answer.status, 503, `${method} ${path}: ${answer.text}`);
      t.equal(answer.json.error.code, 'unavailable');
      t.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    t.equal((await automations.get('/contacts')).status, 200);
    for (const [path, given] of [
      ['/contact/add', { email: 'second@x.example' }],
      ['/tag/add', { tags: ['new'] }],
    ] as const) {
      const { status, headers, body } = await automations.post(path, given);
      t.equal(status, 503, path);
      t.same(Object.keys(body), ['code', 'message']);
      t.equal(body.code, 'unknown_error');
      t.ok(Number(headers.get('retry-after')) > 0);
    }

    await root.query('SET GLOBAL read_only = 0');
    t.equal((await call('POST', '/links', { url: 'https://example.com/' })).status, 201);
    t.equal((await automations.post('/contact/add', { email: 'second@x.example' })).status, 200);

    await mysql.kill('SIGKILL');
    const away = await automations.get('/contacts');
    t.equal(away.status, 503);
    t.equal(away.body.code, 'unknown_error');
    t.ok(Number(away.headers.get('retry-after')) > 0);
  },
);

/** Expired keys of the private Redis soon leave its file, even on an idle service. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { prepareRedis } from '../../shared/local/private-stores.ts';
import { t } from '../runner/tap.ts';

t.test('an expired key is removed from the append-only file', async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'waypost-redis-'));
  const server = await prepareRedis({ dir, durable: true, report: () => {} });
  await server.start();
  const redis = new Redis({ path: server.url.replace('unix://', '') });
  t.teardown(async () => {
    redis.disconnect();
    await server.kill('SIGKILL');
    await rm(dir, { recursive: true, force: true });
  });
  const holds = async (text: string) => {
    const files = await readdir(path.join(dir, 'redis'), { recursive: true, withFileTypes: true });
    const contents = await Promise.all(
      files
        .filter((file) => file.isFile() && file.name.startsWith('appendonly'))
        .map((file) => readFile(path.join(file.parentPath, file.name)).catch(() => Buffer.alloc(0))),
    );
    return contents.some((content) => content.includes(text));
  };
  await redis.set('tries:a-keyed-hash', '1', 'PX', 50);
  while ((await redis.exists('tries:a-keyed-hash')) > 0) await sleep(10);
  for (let wait = 0; wait < 500 && !(await holds('a-keyed-hash')); wait++) await sleep(10);
  t.ok(await holds('a-keyed-hash'), 'it was written');
  const megabyte = 'x'.repeat(100_000);
  let gone = false;
  for (let writes = 0; writes < 400 && !gone; writes++) {
    await redis.set('other', megabyte);
    gone = !(await holds('a-keyed-hash'));
    if (writes > 30 && !gone) await sleep(50);
  }
  t.ok(gone, 'and was removed after a few megabytes of other writes');
});

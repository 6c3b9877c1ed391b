/** A failed start reports the right cause. */
import { readFile } from 'node:fs/promises';
import { createConnection } from 'mysql2/promise';
import { isStoreDown } from '../../../shared/errors.ts';
import { explain } from '../../../shared/process/entry.ts';
import { t } from '../../runner/tap.ts';

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

t.test('a socket or port without a server counts as a database that is down', async (t) => {
  for (const where of [{ socketPath: '/nowhere/mysql.sock' }, { host: '127.0.0.1', port: 1 }]) {
    const error = await failureOf(createConnection(where));
    t.equal(isStoreDown(error), true);
    t.match(explain(error), /^MySQL or Redis is not reachable/);
  }
});

t.test('a missing file does not count as a database that is down', async (t) => {
  const error = await failureOf(readFile('/nowhere/certificates.key'));
  t.equal(isStoreDown(error), false);
  t.match(explain(error), /no such file or directory.*certificates\.key/);
});

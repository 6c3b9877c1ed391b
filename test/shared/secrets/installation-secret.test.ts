/** The installation's secret is created once, however many processes start at the same time. */
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { deriveKey } from '../../../shared/secrets/installation-secret.ts';
import { t } from '../../runner/tap.ts';

t.test('concurrent callers get the same key, which is complete as soon as it exists', async (t) => {
  const localDir = await mkdtemp(path.join(tmpdir(), 'waypost-secret-'));
  t.teardown(() => rm(localDir, { recursive: true }));
  const file = path.join(localDir, 'certificates.key');
  for (let round = 0; round < 20; round++) {
    await rm(file, { force: true });
    let isMade = false;
    const making = Promise.all(
      Array.from({ length: 20 }, () => deriveKey({ certificateSecret: '', localDir }, 'shares')),
    ).finally(() => {
      isMade = true;
    });
    const lengths = new Set<number>();
    for (; !isMade; await turn()) if (existsSync(file)) lengths.add(statSync(file).size);
    t.equal(new Set((await making).map((key) => key.toString('hex'))).size, 1);
    t.same([...lengths], [64]);
    t.same(await readdir(localDir), ['certificates.key']);
  }
});

/** The error for files in LOCAL_DIR that belong to root, if another user starts Waypost. */
import { chown } from 'node:fs/promises';
import path from 'node:path';
import { describeRootFiles } from '../../../shared/local/root-files.ts';
import { t } from '../../runner/tap.ts';

const uid = 4_321;
const isRoot = process.getuid?.() === 0;

t.test('an error lists the files that belong to root and how to change their owner', { skip: !isRoot }, async (t) => {
  const folder = t.testdir({
    logs: { 'links.log': '', 'worker.log': '' },
    mysql: { data: { x: '' } },
    'stores.json': '',
  });
  const give = async (...names: string[]) => {
    for (const name of names) await chown(path.join(folder, name), uid, uid);
  };
  t.match(await describeRootFiles(folder, uid), `after a start as root: ${folder}. Change`, 'the folder itself');
  await give('.', 'logs', 'logs/worker.log');
  t.equal(
    await describeRootFiles(folder, uid),
    `These files belong to root, after a start as root: ${folder}/logs/links.log, ${folder}/mysql, ${folder}/stores.json. ` +
      `Change their owner with:\n\n  sudo chown -R ${uid} ${folder}`,
  );
  t.equal(await describeRootFiles(folder, 0), undefined, 'root itself needs no hint');
  await give('logs/links.log', 'mysql', 'mysql/data', 'mysql/data/x', 'stores.json');
  t.equal(await describeRootFiles(folder, uid), undefined);
  t.equal(await describeRootFiles(path.join(folder, 'missing'), uid), undefined);
});

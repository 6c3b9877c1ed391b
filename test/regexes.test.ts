/** Regular expressions that run on input take linear time, so that no input blocks a process. */
import { spawnSync } from 'node:child_process';
import { projectRoot } from '../shared/paths.ts';
import { t } from './runner/tap.ts';

t.test('every regular expression with unlimited repetition runs in linear time', async (t) => {
  const options = { cwd: projectRoot, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, ['.ci/regexes.js'], options);
  t.equal(status, 0, stderr);
});

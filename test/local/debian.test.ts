/** Missing programs: without root, one printed command installs all of them. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { builtRoot } from '../../shared/paths.ts';
import { t } from '../runner/tap.ts';

const run = promisify(execFile);

/** Calls `needPackaged` as a non-root user, for programs that exist on no machine. */
const script = `
const [module] = process.argv.slice(1);
const { needPackaged } = await import(module);
process.setgid?.(process.getuid() === 0 ? 65534 : process.getgid());
if (process.getuid() === 0) process.setuid(65534);
const wanted = { 'waypost-trial-a': 'trial-server', 'waypost-trial-b': 'trial-server', 'waypost-trial-c': 'trial-cache' };
await needPackaged(wanted, 'or set MYSQL_URL.', console.log).catch(({ message }) => console.log(message));
`;

t.test('without root the printed command alone installs everything that is missing', async (t) => {
  // A non-root user needs access, even if the project's folder belongs to root.
  const home = await mkdtemp(path.join(tmpdir(), 'waypost-debian-'));
  t.teardown(() => rm(home, { recursive: true, force: true }));
  await chmod(home, 0o755);
  const bin = path.join(home, 'bin');
  await mkdir(bin);
  const scripts = {
    // It requires a password, which a program cannot enter.
    sudo: '#!/bin/sh\n[ "$1" != -n ] || exit 1\nexec "$@"\n',
    'apt-get': `#!/bin/sh
echo "$*" >> "$CALLS"
[ "$1" != install ] || for name in a b c; do
  printf '#!/bin/sh\\n' > "$(dirname "$0")/waypost-trial-$name"
  chmod +x "$(dirname "$0")/waypost-trial-$name"
done
`,
  };
  for (const [name, text] of Object.entries(scripts)) await writeFile(path.join(bin, name), text, { mode: 0o755 });
  const calls = path.join(home, 'calls');
  const env = { PATH: `${bin}:${process.env.PATH}`, CALLS: calls };
  const module = pathToFileURL(path.join(builtRoot, 'shared/local/debian.js')).href;
  const need = async () => (await run(process.execPath, ['--input-type=module', '-e', script, module], { env })).stdout;

  const said = await need();
  t.match(said, /^Waypost needs trial-server and trial-cache\. Install with:\n\n {2}sudo .*\n\nor set MYSQL_URL\.\n$/);
  t.notOk(existsSync(calls), 'nothing was tried without root');
  const [command = ''] = /sudo .*/.exec(said) ?? [];
  await run('sh', ['-c', command], { env });
  const packages = 'trial-server trial-cache';
  const called = `update\ninstall -y --no-install-recommends ${packages}\n`;
  t.equal(await readFile(calls, 'utf8'), called);
  t.equal(await need(), '', 'nothing else is missing');
});

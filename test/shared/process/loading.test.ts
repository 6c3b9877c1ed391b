/** Large packages are loaded at their first use, not at the start or by `--help`. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { initiallyActive } from '../../../automations-api/site-plugins.ts';
import { builtRoot, projectRoot } from '../../../shared/paths.ts';
import { t } from '../../runner/tap.ts';

const seldomUsed = [
  ...[
    '@node-rs/argon2',
    '@node-rs/bcrypt',
    '@zxcvbn-ts/language-common',
    'acme-client',
    'openid-client',
    'sharp',
    'stripe',
  ],
  'zxing-wasm',
];

const built = (file: string) => path.join(builtRoot, file);
const asModule = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;

/** A module hook that prints loaded modules on stderr immediately, because `process.exit` drops pending output. */
const hooks = `import { writeSync } from 'node:fs';
export async function load(url, context, next) {
  writeSync(2, 'loads ' + url + '\\n');
  return next(url, context);
}`;
const preload = asModule(`import { register } from 'node:module'; register(${JSON.stringify(asModule(hooks))});`);

type Ran = { code: number; out: string; packages: string[]; files: string[] };

const packageIn = /\/(?:node_modules|packages)\/((?:@[^/]+\/)?[^/]+?)(?:\.js|$|\/)/;

/** Returns the package of a file. A shared chunk counts for each package in it. */
const packagesOf = (url: string) =>
  packageIn
    .exec(url)
    ?.slice(1)
    .filter((name) => !name.startsWith('chunk-')) ?? [];

/** Runs Node.js without a database, and lists the packages that it loads with `import`. */
const run = (...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env.PATH,
      MYSQL_URL: 'mysql://root@127.0.0.1:1/none',
      REDIS_URL: 'redis://127.0.0.1:1',
    };
    execFile(process.execPath, ['--import', preload, ...args], { env, cwd: projectRoot }, (error, out, err) => {
      const urls = [...err.matchAll(/^loads (file:\S+)$/gm)].map(([, url]) => url ?? '');
      const packages = [...new Set(urls.flatMap(packagesOf))].sort();
      const files = urls.map((url) => fileURLToPath(url)).filter((file) => file.startsWith(builtRoot));
      resolve({ code: error ? Number(error.code) : 0, out, packages, files });
    });
  });

/** Imports files of the build, and exits. */
const load = (...files: string[]): Promise<Ran> => {
  const imports = files.map((file) => `await import(${JSON.stringify(pathToFileURL(built(file)))});`);
  return run('--input-type=module', '-e', `${imports.join('')}process.exit();`);
};

t.test('this test detects an imported package', async (t) => {
  const imports = seldomUsed.map((name) => (name === 'zxing-wasm' ? 'zxing-wasm/reader' : name));
  const { code, packages } = await run(
    '--input-type=module',
    '-e',
    imports.map((name) => `import '${name}';`).join(''),
  );
  t.equal(code, 0);
  t.same(
    seldomUsed.filter((one) => !packages.includes(one)),
    [],
  );
});

t.test('no start loads code that only a few requests need, or code that takes two bytes per character', async (t) => {
  const plugins = initiallyActive.map((name) => `automations-api/plugins/${name}/register.js`);
  const starts = {
    // Without a database, the processes exit as soon as they have loaded.
    'a redirect and API process': () => run(built('daemon/server.js')),
    'a background process': () => run(built('daemon/worker.js')),
    'contact automation': () => load('automations-api/app.js', ...plugins),
  };
  for (const [name, start] of Object.entries(starts)) {
    const { packages, files } = await start();
    t.ok(packages.includes('ajv'), `${name} loads what every request needs`);
    t.same(
      packages.filter((one) => seldomUsed.includes(one)),
      [],
      name,
    );
    t.ok(files.length > 10);
    // Its parser of email addresses is a file of its own, which a start needs.
    t.notOk(
      files.some((file) => file.endsWith('packages/nodemailer.js')),
      `${name} loads no sender of emails`,
    );
    const isServing = name === 'a redirect and API process';
    t.equal(packages.includes('bullmq'), !isServing, `${name}: only background work loads BullMQ`);
    const wide = files.flatMap((file) => readFileSync(file, 'utf8').match(/.{0,40}[^\0-\xff]/) ?? []);
    t.same(wide, [], `${name}: write these as \\uXXXX where esbuild leaves them, in patterns and tagged templates`);
  }
});

t.test('the help texts of the link service, migrations and checks load only the command parser', async (t) => {
  for (const args of [
    ['daemon/cli.js', '--help'],
    ['daemon/user-cli.js', 'create', '--help'],
    ['shared/mcp/main.js', '--help'],
    ['shared/local/migrate.js', '--help'],
    ['shared/check/main.js', '--help'],
    ['shared/check/status.js', '--help'],
  ]) {
    const [file, ...words] = args as [string, ...string[]];
    const { code, out, packages } = await run(built(file), ...words);
    t.equal(code, 0, args.join(' '));
    t.match(out, /^Usage: waypost/);
    t.same(packages, ['commander'], args.join(' '));
  }
});

t.test("the help text of contact automation shows plugins' commands without loading their services", async (t) => {
  const { code, out, packages } = await run(built('automations-api/cli.js'), '--help');
  t.equal(code, 0);
  t.match(out, /field-group/);
  const ofServing = [...seldomUsed, '@node-rs/argon2', 'bullmq', 'ioredis', 'nodemailer', 'uWebSockets.js'];
  t.same(
    packages.filter((one) => ofServing.includes(one)),
    [],
  );
});

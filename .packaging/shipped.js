// @ts-check
/** The selection of packages' files for a release: files that Waypost can load, and licences. */

/** Returns the name of the HTTP library's binary for the release's Node.js. @param {string} arch */
export const libraryFile = (arch) => `uws_linux_${arch}_115.node`;

/** A package's folders that only its developers need. */
const developersFolders = new Set([
  ...['test', 'tests', '__tests__', 'example', 'examples', 'benchmark', 'benchmarks', 'bench', 'docs', 'doc', 'man'],
  ...['coverage', 'fixture', 'fixtures', 'flash'],
]);
/** Settings of build and check tools. */
const settings =
  /^(tsconfig[\w.-]*\.json|yarn\.lock|(gulpfile|gruntfile)\.[cm]?js|(eslint|rollup|webpack|vite|jest|babel)\.config\.[cm]?js)$/i;
const notLoaded =
  /\.(test|spec)\.[cm]?js$|\.(ts|mts|cts|tsx|map|tsbuildinfo|flow|cc|cpp|c|h|gyp|gypi|pro|md|markdown|html|sh|ya?ml|png|svg|pdf)$/;
/** Files with licences. Some packages have theirs only in the README. */
const legal = /^(licen[cs]e|copying|notice|authors|copyright|readme)/i;

/**
 * Returns whether a release includes a file of `node_modules`.
 * @param {string} file from the release's folder @param {string} arch
 */
export function isShipped(file, arch) {
  // A package can contain others.
  const packages = file.split('node_modules/').slice(1).map(foldersOf);
  if (packages.some(({ folders: [first = ''] }) => developersFolders.has(first))) return false;
  const { owner, folders, name } = /** @type {ReturnType<typeof foldersOf>} */ (packages.at(-1));
  if ([owner, ...folders, name].some((part) => part.startsWith('.'))) return false;
  if (legal.test(name)) return true;
  if (owner === 'swagger-ui-dist') return ['package.json', 'swagger-ui-bundle.js', 'swagger-ui.css'].includes(name);
  if (owner === 'uWebSockets.js') return ['package.json', 'uws.js', libraryFile(arch)].includes(name);
  return !notLoaded.test(name) && !settings.test(name);
}

/** @param {string} file from `node_modules` */
function foldersOf(file) {
  const folders = file.split('/');
  const owner = folders.splice(0, file.startsWith('@') ? 2 : 1).join('/');
  const name = folders.pop() ?? '';
  return { owner, folders, name };
}

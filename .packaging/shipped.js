// @ts-check
/** Which files of the packages are in a release: those that the running product may load, and their licences. */

/** The HTTP library's binary for the ABI of the Node.js that comes along. @param {string} arch */
export const libraryFile = (arch) => `uws_linux_${arch}_115.node`;

/** Folders of a package that serve its developers. */
const developersFolders = new Set([
  ...['test', 'tests', '__tests__', 'example', 'examples', 'benchmark', 'benchmarks', 'bench', 'docs', 'doc', 'man'],
  ...['coverage', 'fixture', 'fixtures', 'flash'],
]);
/** Settings of what builds or checks a package. */
const settings =
  /^(tsconfig[\w.-]*\.json|yarn\.lock|(gulpfile|gruntfile)\.[cm]?js|(eslint|rollup|webpack|vite|jest|babel)\.config\.[cm]?js)$/i;
const notLoaded =
  /\.(test|spec)\.[cm]?js$|\.(ts|mts|cts|tsx|map|tsbuildinfo|flow|cc|cpp|c|h|gyp|gypi|pro|md|markdown|html|sh|ya?ml|png|svg|pdf)$/;
/** Some packages have their licence in the README alone. */
const legal = /^(licen[cs]e|copying|notice|authors|copyright|readme)/i;

/**
 * Whether a file below `node_modules` is shipped.
 * @param {string} file from the release's folder @param {string} arch
 */
export function isShipped(file, arch) {
  // A package may hold others.
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

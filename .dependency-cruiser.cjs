const swc = require('@swc/core');

// dependency-cruiser does not tell its parser which files are TSX.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('.tsx') });

/** The import rules: sql <- shared <- daemon | automations-api <- test; server -> app -> routes -> queries -> pure. */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'shared-knows-no-service',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(daemon|automations-api|test)/' },
    },
    { name: 'daemon-alone', severity: 'error', from: { path: '^daemon/' }, to: { path: '^(automations-api|test)/' } },
    {
      name: 'automations-alone',
      severity: 'error',
      from: { path: '^automations-api/' },
      to: { path: '^(daemon|test)/' },
    },
    {
      name: 'only-the-app-mounts-routes',
      severity: 'error',
      from: { pathNot: '(/app|/server|/plugin|/register)\\.ts$|^test/|^daemon/dashboard/|^automations-api/admin/' },
      to: { path: '^(daemon|automations-api)/.*/routes\\.ts$' },
    },
    {
      name: 'queries-know-no-http',
      severity: 'error',
      from: { path: '/queries\\.ts$' },
      to: { path: '^shared/http/|/(routes|endpoint|app)\\.ts$' },
    },
    {
      name: 'one-importer-of-uwebsockets',
      severity: 'error',
      from: { pathNot: '^shared/http/|^test/bench/' },
      to: { path: 'node_modules/uWebSockets\\.js' },
    },
    {
      name: 'browser-code-runs-in-browsers',
      comment: 'The build of the browser applications refuses more than types from the services.',
      severity: 'error',
      from: {
        path: '^(daemon|automations-api|shared)/',
        pathNot: '^(daemon/dashboard|automations-api/admin|shared/ui)/',
      },
      to: { path: '^(daemon/dashboard|automations-api/admin|shared/ui)/' },
    },
    { name: 'pm2-is-a-program', severity: 'error', from: {}, to: { path: 'node_modules/pm2' } },
    {
      name: 'host-knows-no-plugin',
      severity: 'error',
      from: { path: '^automations-api/host/' },
      to: { path: '^automations-api/plugins/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '\\.(node|html)$' } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};

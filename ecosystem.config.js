/**
 * The processes, for pm2. `npm start` runs this; so does `npx pm2 start ecosystem.config.js` with MYSQL_URL and REDIS_URL
 * set, and then pm2 keeps the logs unless LOG_DIRECTORY is set.
 */
import { availableParallelism } from 'node:os';

const drainSeconds = Number(process.env.DRAIN_SECONDS || 12);
const isSmall = /^(1|true|yes|on)$/i.test(process.env.SMALL ?? '');

/** `usual` megabytes of young objects: more of them are gone before they are moved, and more memory is taken. */
const young = (usual) => `--max-semi-space-size=${isSmall ? 2 : usual}`;

const common = {
  exec_mode: 'fork',
  // The one that runs pm2; unless this is set, pm2 takes whatever `node` the search path has.
  interpreter: process.execPath,
  node_args: young(16),
  // Both would take several MB of each process: pm2's own measurements, and maps of sources that `shared/log/source-lines.ts` reads
  // when a stack trace is logged.
  pmx: false,
  disable_source_map_support: true,
  // A process says when it serves, and has time to load its links first.
  wait_ready: true,
  listen_timeout: 120_000,
  // A fault that stays (a wrong setting, a taken port) is tried again ever more slowly. How soon a process that lived counts as
  // sound again is a setting of pm2's own, from its environment: see shared/local/services.ts.
  exp_backoff_restart_delay: 200,
  merge_logs: true,
  // Passwords and images take up to six threads; files and name look-ups need some too.
  env: { UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE || '8' },
};

const links = {
  ...common,
  name: 'links',
  script: '.build/current/daemon/server.js',
  // A look into the slug map is a few jumps through much memory; in large pages each finds its way sooner.
  env: isSmall ? common.env : { ...common.env, GLIBC_TUNABLES: process.env.GLIBC_TUNABLES || 'glibc.malloc.hugetlb=1' },
  // pm2 ends a fork before it starts the next one in its place: only another one can serve meanwhile.
  instances: Number(process.env.LINKS_INSTANCES) || (isSmall ? 1 : Math.max(2, availableParallelism())),
  kill_timeout: (drainSeconds + 10) * 1_000,
};

const worker = {
  ...common,
  name: 'links-worker',
  script: '.build/current/daemon/worker.js',
  instances: Number(process.env.WORKERS) || 1,
  // A batch of clicks needs a lot of memory for a moment, which is not to be promoted to the old generation.
  node_args: young(64),
  kill_timeout: 30_000,
};

const automations = {
  ...common,
  name: 'automations',
  script: '.build/current/automations-api/server.js',
  kill_timeout: (drainSeconds + 10) * 1_000,
};

/** Both in one process; `services` are the names under which it says that it is ready. */
const background = {
  ...common,
  name: 'background',
  script: '.build/current/shared/process/run-several.js',
  args: ['daemon/worker.js', 'automations-api/server.js'],
  services: [worker.name, automations.name],
  kill_timeout: Math.max(worker.kill_timeout, automations.kill_timeout),
};

export const apps = isSmall ? [links, background] : [links, worker, automations];

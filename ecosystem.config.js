/**
 * The processes, for pm2. `npm start` runs this, and so does `npx pm2 start ecosystem.config.js`, which needs MYSQL_URL and
 * REDIS_URL. Without LOG_DIRECTORY pm2 then keeps the logs.
 */
import { availableParallelism } from 'node:os';

const drainSeconds = Number(process.env.DRAIN_SECONDS || 12);
const isSmall = /^(1|true|yes|on)$/i.test(process.env.SMALL ?? '');

/** Limits the memory for young objects, in MB. More memory lets more objects die before they are moved. */
const young = (usual) => `--max-semi-space-size=${isSmall ? 2 : usual}`;

const common = {
  exec_mode: 'fork',
  // The Node.js that runs pm2. By default pm2 uses the `node` of PATH.
  interpreter: process.execPath,
  node_args: young(16),
  // Each would take several MB per process: pm2's measurements, and source maps, which `shared/log/source-lines.ts` reads only when
  // a stack trace is logged.
  pmx: false,
  disable_source_map_support: true,
  // A process reports when it is ready, and has time to load its links first.
  wait_ready: true,
  listen_timeout: 120_000,
  // After permanent faults, such as a wrong setting or a port in use, the delay before a restart grows. shared/local/services.ts sets
  // when pm2 resets it.
  exp_backoff_restart_delay: 200,
  merge_logs: true,
  // Passwords and images use up to six threads; files and DNS lookups need some too.
  env: { UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE || '8' },
};

const links = {
  ...common,
  name: 'links',
  script: '.build/current/daemon/server.js',
  // A lookup in the slug map is a few jumps through much memory, which are faster with large pages.
  env: isSmall ? common.env : { ...common.env, GLIBC_TUNABLES: process.env.GLIBC_TUNABLES || 'glibc.malloc.hugetlb=1' },
  // At least two: pm2 ends a process before it starts its replacement, so another one must serve in the meantime.
  instances: Number(process.env.LINKS_INSTANCES) || (isSmall ? 1 : Math.max(2, availableParallelism())),
  kill_timeout: (drainSeconds + 10) * 1_000,
};

const worker = {
  ...common,
  name: 'links-worker',
  script: '.build/current/daemon/worker.js',
  instances: Number(process.env.WORKERS) || 1,
  // A batch of clicks briefly needs much memory, which should not be promoted to the old generation.
  node_args: young(64),
  kill_timeout: 30_000,
};

const automations = {
  ...common,
  name: 'automations',
  script: '.build/current/automations-api/server.js',
  kill_timeout: (drainSeconds + 10) * 1_000,
};

/** Worker and automations in one process; `services` are the names that it reports as ready. */
const background = {
  ...common,
  name: 'background',
  script: '.build/current/shared/process/run-several.js',
  args: ['daemon/worker.js', 'automations-api/server.js'],
  services: [worker.name, automations.name],
  kill_timeout: Math.max(worker.kill_timeout, automations.kill_timeout),
};

export const apps = isSmall ? [links, background] : [links, worker, automations];

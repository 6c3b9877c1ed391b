/** `npm start` and `npm run dev`: all of Waypost in the foreground, with its private servers. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Config, describeSettings, envWithStores, readConfig, withDotEnv } from '../config/config.ts';
import { removeStores, writeStores } from '../config/stores.ts';
import { explain } from '../process/entry.ts';
import { isNearlyFull } from '../process/free-space.ts';
import { needPrograms } from './debian.ts';
import { demoEnv, fillDemo, resetDemo } from './demo.ts';
import { type Ending, RequestedEnd, watchForEnd } from './end-reason.ts';
import { firstRun } from './first-run.ts';
import { keepRunning } from './keep-running.ts';
import { launcher } from './launch-set.ts';
import { lockDirectory, needFreePort } from './lock.ts';
import { followLogs } from './logs/follow.ts';
import { createShow } from './logs/format.ts';
import { keepLogsBounded } from './logs/rotate.ts';
import { migrateServices } from './migrate-services.ts';
import { devDefaults, type Options, readOptions } from './options.ts';
import { mysqlPrograms, prepareMysql, prepareRedis, redisPrograms } from './private-stores.ts';
import { answerReloads } from './reload-socket.ts';
import { describeRootFiles } from './root-files.ts';
import { createServiceSets, homes, type Release } from './service-sets.ts';
import { endServices } from './services.ts';
import { banner, demoBanner, help, madeNow } from './texts.ts';

/** The functions that undo everything started so far, in order of the starts. */
type Running = { undo: (() => unknown)[] };

type Work = {
  config: Config;
  options: Options;
  logs: string;
  /** The current environment plus the settings file. */
  env: () => NodeJS.ProcessEnv;
  say: (line: string) => void;
  ending: Ending;
};

async function startServers({ config, say, ending }: Work, { undo }: Running) {
  // By default each thread of MariaDB and of the services gets its own memory pool.
  if (config.small) process.env.MALLOC_ARENA_MAX ||= '1';
  const options = { dir: config.localDir, durable: true, small: config.small, report: say };
  // A single call, so that one command installs everything.
  await needPrograms([...(config.mysqlUrl ? [] : mysqlPrograms), ...(config.redisUrl ? [] : redisPrograms)], say);
  const mysql = config.mysqlUrl ? undefined : await prepareMysql(options);
  const redis = config.redisUrl ? undefined : await prepareRedis(options);
  for (const server of [mysql, redis]) {
    if (!server) continue;
    ending.signal.throwIfAborted();
    say(`starting ${server.name} …`);
    const kept = keepRunning(server, { say, isFull: () => isNearlyFull(config.localDir) });
    undo.push(kept.stop);
    await kept.started;
    void kept.failed.then(ending.fail);
  }
  /** Adds the private stores only, because the settings file can change before the next reload. */
  const withOwn = (env: NodeJS.ProcessEnv) => ({
    ...env,
    ...(mysql && envWithStores({}, { mysqlUrl: mysql.url })),
    ...(redis && { REDIS_URL: redis.url, REDIS_URL_FILE: '' }),
  });
  return { mysqlUrl: mysql?.url ?? config.mysqlUrl, redisUrl: redis?.url ?? config.redisUrl, withOwn };
}

async function needFreePorts(config: Config): Promise<void> {
  const { host, automationsHost, metricsHost, linksPort, automationsPort, metricsPort } = config;
  await needFreePort(host, linksPort, 'LINKS_PORT');
  await needFreePort(automationsHost, automationsPort, 'AUTOMATIONS_PORT', 'AUTOMATIONS_HOST');
  if (metricsPort > 0) await needFreePort(metricsHost, metricsPort, 'METRICS_PORT', 'METRICS_HOST');
}

async function start(work: Work, running: Running): Promise<void> {
  const { config, options, say, ending, logs } = work;
  ending.signal.throwIfAborted();
  await lockDirectory(config.localDir);
  // The services of a killed start can still use the ports.
  for (const home of homes.map((name) => path.join(config.localDir, name))) {
    if (existsSync(home)) await endServices(home);
  }
  await needFreePorts(config);
  if (options.demo) await resetDemo(config.localDir);
  const { withOwn, ...stores } = await startServers(work, running);
  ending.signal.throwIfAborted();
  const { applied, failed } = await migrateServices(config, stores.mysqlUrl);
  for (const { plugin, reason } of failed) say(`the plugin ${plugin} is not loaded: ${reason}`);
  if (applied.length > 0) say(`updated the database (${applied.length} migrations)`);
  await writeStores(config.localDir, stores);
  running.undo.push(() => removeStores(config.localDir));
  ending.signal.throwIfAborted();
  const env = () => withOwn(work.env());
  const first = await firstRun(config, applied.length > 0, { ...env(), LOG_DIRECTORY: '' });
  try {
    ending.signal.throwIfAborted();
    if (options.demo) {
      say('adding example data …');
      await fillDemo(first, { ...env(), LOG_DIRECTORY: '' }, ending.signal);
    }
    await mkdir(logs, { recursive: true, mode: 0o700 });
    await runServices({ ...work, env }, running);
  } catch (error) {
    // The login and keys are created only once, so they are shown even if the start fails here.
    if (first.login && !options.demo) {
      say(madeNow(first));
      await first.shown();
    }
    throw error;
  }
  say(options.demo ? demoBanner(config, first) : banner(config, logs, first));
  await first.shown();
}

/** Starts the services, log rotation and, if requested, the output of logs. Resolves when the services are ready. */
async function runServices(work: Work, { undo }: Running): Promise<void> {
  const { config, options, logs, env, say, ending } = work;
  undo.push(keepLogsBounded(logs, { bytes: config.logMegabytes << 20, files: config.logFiles }));
  // pm2's own messages matter only on a failure, which shows them anyway.
  if (options.logs) undo.push(await followLogs(logs, ['pm2.log'], await createShow(process.stdout)));
  say('starting the services …');
  const launch = launcher({ localDir: config.localDir, logs, env, say, patient: options.dev, ending });
  const sets = createServiceSets({ launch, ending });
  undo.push(sets.stop);
  const reload = () => reloadSaying(sets.reload, say);
  // Answers reloads before it reads the current release. `waypost upgrade` first changes the release and then requests
  // a reload, so either the first set already runs the new release, or a reload follows.
  undo.push(await answerReloads(config.localDir, { ...sets, reload }));
  ending.onHangUp(() => void reload().catch(() => {}));
  const started = sets.start();
  if (options.dev) undo.push(await develop(sets.restart, say));
  await started;
}

async function reloadSaying(reload: () => Promise<Release>, say: (line: string) => void): Promise<Release> {
  say('reloading the services …');
  try {
    const release = await reload();
    say(`reloaded: ${release.version} is running`);
    return release;
  } catch (error) {
    say(`not reloaded, the old services continue: ${explain(error)}`);
    throw error;
  }
}

async function develop(restart: (names: string[]) => Promise<void>, say: (line: string) => void) {
  // The module is loaded on demand, because it needs a development package.
  const { restartOnChange } = await import('./dev.ts');
  return restartOnChange({ restart, say, colors: process.stdout.isTTY === true });
}

/** Runs until Waypost must end, which can be during the start, and stops everything. Resolves to the exit code. */
async function run(work: Work): Promise<number> {
  const { ending, options, say } = work;
  const running: Running = { undo: [] };
  const { signal } = ending;
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  void ended.then(() => signal.reason instanceof RequestedEnd && say(`${signal.reason.why}: stopping …`));
  await start(work, running).catch(ending.fail);
  await (signal.aborted || ended);
  const isRequested = signal.reason instanceof RequestedEnd;
  if (!isRequested) {
    const hint = await describeRootFiles(work.config.localDir);
    process.stderr.write(`waypost: ${[explain(signal.reason), ...(hint ? [hint] : [])].join('\n\n')}\n`);
  }
  for (const undo of running.undo.reverse()) {
    try {
      await undo();
    } catch (error) {
      process.stderr.write(`waypost: while stopping: ${explain(error)}\n`);
    }
  }
  say(isRequested && !options.demo ? 'stopped; your data is kept' : 'stopped');
  return isRequested ? 0 : 1;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(help(describeSettings()));
    return 0;
  }
  const env = () => {
    const given = options.demo ? demoEnv(process.env) : withDotEnv(process.env);
    if (!options.dev) return given;
    for (const [name, value] of Object.entries(devDefaults)) given[name] ||= value;
    // SMALL would run all services in one process, but a change must restart only the affected services.
    return { ...given, SMALL: '' };
  };
  const config = readConfig(env());
  // Messages go to stderr if another program reads the logs from stdout.
  const words = options.logs && !process.stdout.isTTY ? process.stderr : process.stdout;
  return run({
    config,
    options,
    env,
    logs: config.logDirectory || path.join(config.localDir, 'logs'),
    say: (line) => words.write(`${line}\n`),
    ending: watchForEnd(options.parent),
  });
}

// A lost terminal must not prevent a clean end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`waypost: ${explain(error)}\n`);
    process.exit(1);
  },
);

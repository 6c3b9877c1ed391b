/** `npm start` and `npm run dev`: the whole product in the foreground, from its private servers to its clean end. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Config, describeSettings, envWithStores, readConfig, withDotEnv } from '../config/config.ts';
import { removeStores, writeStores } from '../config/stores.ts';
import { explain } from '../process/entry.ts';
import { isNearlyFull } from '../process/free-space.ts';
import { needPrograms } from './debian.ts';
import { demoEnv, fillDemo, resetDemo } from './demo.ts';
import { type Ending, Wished, watchForEnd } from './end-reason.ts';
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

/** The functions that undo everything started so far, in order. */
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
  // Otherwise each thread of MariaDB and of the services gets a pool of memory of its own.
  if (config.small) process.env.MALLOC_ARENA_MAX ||= '1';
  const options = { dir: config.localDir, durable: true, small: config.small, report: say };
  // Both at once, so that one command installs everything that is missing.
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
  /** Adds only the stores that the settings leave out: the file may have others by the next reload. */
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
  // A start that was killed can leave services, which would keep the ports.
  for (const home of homes.map((name) => path.join(config.localDir, name))) {
    if (existsSync(home)) await endServices(home);
  }
  await needFreePorts(config);
  if (options.demo) await resetDemo(config.localDir);
  const { withOwn, ...stores } = await startServers(work, running);
  ending.signal.throwIfAborted();
  const { applied, failed } = await migrateServices(config, stores.mysqlUrl);
  for (const { plugin, reason } of failed) say(`the plugin ${plugin} is left out: ${reason}`);
  if (applied.length > 0) say(`database brought up to date (${applied.length} migrations)`);
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
    // They are created once: a start that fails here must still show them.
    if (first.login && !options.demo) {
      say(madeNow(first));
      await first.shown();
    }
    throw error;
  }
  say(options.demo ? demoBanner(config, first) : banner(config, logs, first));
  await first.shown();
}

/** Resolves when the services are ready, their logs limited and, if requested, shown. */
async function runServices(work: Work, { undo }: Running): Promise<void> {
  const { config, options, logs, env, say, ending } = work;
  undo.push(keepLogsBounded(logs, { bytes: config.logMegabytes << 20, files: config.logFiles }));
  // pm2's messages about its own work matter only on a failure, and then they are shown anyway.
  if (options.logs) undo.push(await followLogs(logs, ['pm2.log'], await createShow(process.stdout)));
  say('starting the services …');
  const launch = launcher({ localDir: config.localDir, logs, env, say, patient: options.dev, ending });
  const sets = createServiceSets({ launch, ending });
  undo.push(sets.stop);
  const reload = () => reloadSaying(sets.reload, say);
  // Before the current release is read: `waypost upgrade` changes it first and requests a reload afterwards, so either
  // the first set is of the new release already, or the reload follows.
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
    say(`reloaded: ${release.version} serves`);
    return release;
  } catch (error) {
    say(`not reloaded, the old services continue: ${explain(error)}`);
    throw error;
  }
}

async function develop(restart: (names: string[]) => Promise<void>, say: (line: string) => void) {
  // Imported only here, because it needs a development package.
  const { restartOnChange } = await import('./dev.ts');
  return restartOnChange({ restart, say, colors: process.stdout.isTTY === true });
}

/** Waits for the end, which can come during the start, and leaves nothing running. @returns the exit code */
async function run(work: Work): Promise<number> {
  const { ending, options, say } = work;
  const running: Running = { undo: [] };
  const { signal } = ending;
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  void ended.then(() => signal.reason instanceof Wished && say(`${signal.reason.why}: stopping …`));
  await start(work, running).catch(ending.fail);
  await (signal.aborted || ended);
  const wished = signal.reason instanceof Wished;
  if (!wished) {
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
  say(wished && !options.demo ? 'stopped; your data is kept' : 'stopped');
  return wished ? 0 : 1;
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
    // A change restarts the services that it concerns, and no others.
    return { ...given, SMALL: '' };
  };
  const config = readConfig(env());
  // Logs on stdout for another program are not mixed with messages.
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

/** `npm start`: the whole product in the foreground, from the private servers to a ready line, and its clean end. */
import { explain } from '../boot.ts';
import { type Config, describeSettings, loadDotEnv, readConfig } from '../config.ts';
import { firstRun } from './first-run.ts';
import { lockDirectory, needFreePort } from './lock.ts';
import { migrateServices } from './migrate-services.ts';
import type { PrivateServer } from './private-server.ts';
import { startServices, waitReady } from './services.ts';
import { prepareMysql, prepareRedis } from './stack.ts';
import { removeStores, writeStores } from './stores.ts';
import { banner, help } from './texts.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What has been started so far, and so has to be stopped. */
type Running = { servers: PrivateServer[]; stopServices?: () => Promise<void>; wroteStores?: boolean };

/** Settles when the product is to end: resolves on a signal, rejects on a fault. */
function endOfWork() {
  let fail = (_: Error) => {};
  const ended = new Promise<string>((resolve, reject) => {
    fail = reject;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
  return { ended, fail: (message: string) => fail(new Error(message)) };
}

async function startServers(config: Config, onExit: (message: string) => void, running: Running) {
  const options = { dir: config.localDir, durable: true, report: say, onExit };
  const mysql = config.mysqlUrl ? undefined : await prepareMysql(options);
  const redis = config.redisUrl ? undefined : await prepareRedis(options);
  for (const server of [mysql, redis]) {
    if (!server) continue;
    say(`starting ${server.name} …`);
    running.servers.push(server);
    await server.start();
  }
  return { mysqlUrl: mysql?.url ?? config.mysqlUrl, redisUrl: redis?.url ?? config.redisUrl };
}

async function start(config: Config, running: Running, fail: (message: string) => void): Promise<void> {
  await lockDirectory(config.localDir);
  await needFreePort(config.host, config.linksPort, 'LINKS_PORT');
  await needFreePort(config.host, config.automationsPort, 'AUTOMATIONS_PORT');
  const stores = await startServers(config, fail, running);
  const { applied, failed } = await migrateServices(config, stores.mysqlUrl);
  for (const { plugin, reason } of failed) say(`the plugin ${plugin} is left out: ${reason}`);
  if (applied.length > 0) say(`database brought up to date (${applied.length} migrations)`);
  await writeStores(config.localDir, stores);
  running.wroteStores = true;
  const env = { ...process.env, MYSQL_URL: stores.mysqlUrl, REDIS_URL: stores.redisUrl };
  const first = await firstRun(config.adminEmail, env);
  say('starting the services …');
  const services = await startServices(config.localDir, env);
  running.stopServices = services.stop;
  void services.ended.then(fail);
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  await waitReady([`http://${host}:${config.linksPort}`, `http://${host}:${config.automationsPort}`], 180_000);
  say(banner(config, first));
}

async function stop(running: Running, localDir: string): Promise<void> {
  await running.stopServices?.();
  await Promise.all(running.servers.map((server) => server.stop()));
  if (running.wroteStores) await removeStores(localDir);
}

async function main(): Promise<number> {
  if (process.argv.includes('--help') || process.argv.includes('-h')) {
    say(help(describeSettings()));
    return 0;
  }
  loadDotEnv();
  const config = readConfig(process.env);
  const running: Running = { servers: [] };
  const { ended, fail } = endOfWork();
  let code = 0;
  try {
    const started = start(config, running, fail);
    const signal = await Promise.race([started.then(() => ended), ended]);
    say(`${signal}: stopping …`);
  } catch (error) {
    process.stderr.write(`waypost: ${explain(error)}\n`);
    code = 1;
  }
  await stop(running, config.localDir);
  say(code === 0 ? 'stopped; your data is kept' : 'stopped');
  return code;
}

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`waypost: ${explain(error)}\n`);
    process.exit(1);
  },
);

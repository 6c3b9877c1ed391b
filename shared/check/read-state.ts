/** The current state of an installation. A fact that cannot be determined is `null`. */
import { loadDotEnv, readConfig } from '../config/config.ts';
import { dashboardUrl } from '../config/dashboard-url.ts';
import { currentRoot, settingsFile, version } from '../installation.ts';
import { runningProcesses } from '../upgrade/health.ts';
import { readSpool } from './checks/data.ts';
import { estimateLinks } from './checks/links-queries.ts';
import { checkMysql } from './checks/mysql.ts';
import { checkRedis } from './checks/redis.ts';
import { processesOf } from './core/processes.ts';
import { runChecks } from './run-checks.ts';
import { openSubject } from './subject.ts';

export type InstallationState = Awaited<ReturnType<typeof readState>>;

/** Reads the state. @throws ConfigError if the settings are invalid */
export async function readState() {
  loadDotEnv();
  const config = readConfig(process.env);
  const { subject, close } = await openSubject(config);
  const { links: db } = subject;
  const [processes, running, spool, stores] = await Promise.all([
    processesOf(subject),
    runningProcesses(config.localDir),
    readSpool(config.localDir).catch(() => null),
    runChecks(
      [
        { group: 'Stores', name: 'MySQL', look: checkMysql },
        { group: 'Stores', name: 'Redis', look: checkRedis },
      ],
      subject,
    ),
  ]);
  const counted = processes.find(({ numbers }) => numbers.links !== undefined)?.numbers.links ?? null;
  const isThere = stores.some(({ name, state }) => name === 'MySQL' && state !== 'failed');
  const estimated = counted === null && db && isThere ? await estimateLinks(db).catch(() => null) : null;
  void close();
  const installed = version(currentRoot());
  const versions = [...new Set(running.map((one) => one.version))].sort();
  return {
    /** The running release or, if nothing is running, the release of the next start. */
    version: versions[0] ?? installed,
    /** The releases of all processes: two during an upgrade. */
    versions,
    installed,
    folder: currentRoot(),
    settings: settingsFile(),
    data: config.localDir,
    processes: processes.map(({ name, pid, startedAt, bytes }) => ({
      name,
      pid,
      startedAt: startedAt.toISOString(),
      seconds: Math.max(0, Math.round((subject.now.getTime() - startedAt.getTime()) / 1_000)),
      bytes,
    })),
    stores: stores.map(({ name, state, found }) => ({ name, state, found })),
    links: counted ?? estimated,
    isEstimate: counted === null && estimated !== null,
    clicksWaiting: spool && { bytes: spool.bytes, since: spool.oldest?.toISOString() ?? null },
    addresses: {
      dashboard: dashboardUrl(config.baseUrl),
      api: config.baseUrl,
      contacts: `${config.siteUrl}/wp-admin/`,
      shortDomain: config.defaultShortDomain,
    },
  };
}

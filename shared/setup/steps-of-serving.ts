/** Steps that make Waypost reachable: the proxy, the systemd units, and a check of its URL. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { installation } from '../installation.ts';
import type { Sites } from './caddyfile.ts';
import { findFault, untilReady } from './check-url.ts';
import type { Work } from './context.ts';
import { holds, writeSystemFile } from './files.ts';
import type { Step } from './plan.ts';
import { stateOf, systemctl } from './programs.ts';
import { differsFrom, reloadCaddy, serve } from './proxy.ts';
import { backupTimer, backupUnit, serviceUnit } from './units.ts';

export function caddyStep({ options, config }: Work): Step | undefined {
  if (options.tls !== 'caddy') return undefined;
  const { linksPort: links, automationsPort: automations, metricsPort: metrics } = config;
  const sites: Sites = { ...options, ports: { links, automations, metrics } };
  return {
    name: 'caddy',
    check: () => differsFrom(sites),
    apply: () => serve(sites, options.systemd),
  };
}

const unitFile = (name: string) => path.join(installation.units, name);

export function unitsStep({ options }: Work): Step {
  const units = Object.entries({
    'waypost.service': serviceUnit(options.tls === 'waypost'),
    'waypost-backup.service': backupUnit,
    'waypost-backup.timer': backupTimer,
  });
  const wrong = () => units.filter(([name, text]) => !holds(unitFile(name), text, { mode: 0o644 }));
  return {
    name: 'units',
    check: () =>
      wrong()
        .map(([name]) => unitFile(name))
        .join(', ') || undefined,
    apply: async () => {
      for (const [name, text] of wrong()) await writeSystemFile(unitFile(name), text, { mode: 0o644 });
      if (options.systemd) await systemctl('daemon-reload');
    },
  };
}

export function timerStep({ options }: Work): Step | undefined {
  if (!options.systemd) return undefined;
  return {
    name: 'backups',
    check: async () =>
      (await stateOf('waypost-backup.timer')).active
        ? undefined
        : `daily in ${installation.backups}, the last seven kept`,
    apply: () => systemctl('enable', '--now', 'waypost-backup.timer'),
  };
}

/** The files that the services read only when they start. */
const read = [installation.settings, unitFile('waypost.service')];

export function servicesStep({ options }: Work): Step | undefined {
  if (!options.systemd) return undefined;
  return {
    name: 'services',
    check: async () => {
      const { active, startedMs } = await stateOf('waypost.service');
      if (!active) return 'started now and at boot';
      // systemd reports the start in whole seconds.
      const isOld = read.some((file) => !existsSync(file) || statSync(file).mtimeMs >= startedMs + 1_000);
      return isOld ? 'restarted, to apply new settings' : undefined;
    },
    apply: async () => {
      await systemctl('enable', 'waypost.service');
      await systemctl('restart', 'waypost.service');
    },
  };
}

export function answerStep({ options, config }: Work): Step | undefined {
  if (!options.systemd) return undefined;
  return {
    name: 'answer',
    check: async () =>
      (await findFault(options, config)) === undefined ? undefined : `wait for https://${options.domain}`,
    apply: async () => {
      // After a reload, Caddy immediately retries certificate orders that failed.
      if (options.tls === 'caddy') await reloadCaddy();
      await untilReady(options, config);
    },
  };
}

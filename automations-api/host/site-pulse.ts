/** Polling shared by the processes of a site. Built-in plugins add the SQL scalars that their work waits for. */
// biome-ignore-all lint/plugin: the statements come from the plugins.
import { sql } from 'kysely';
import type { Config } from '../../shared/config/config.ts';
import { withinMs } from '../../shared/db/db.ts';
import { lookMs, type News, Pulse } from '../../shared/jobs/pulse.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Numbers } from '../../shared/process/metrics.ts';
import { openRedis } from '../../shared/redis/redis.ts';
import type { HostDb } from './tables.ts';

/** The time between two polls. All processes share each poll. `restMs` applies if there was no request recently. */
const everyMs = 1_000;
const restMs = 3_000;

type Stores = { config: Config; db: HostDb; redisUrl: string; log: Log };

export type SitePulse = {
  /** Polls an SQL scalar until `stop`. `{prefix}` in it is replaced by the WordPress prefix. */
  watch(name: string, scalar: string): { news: News; stop: () => void };
  /** Records that a request arrived. Polls are then frequent for some time. */
  stir(): void;
  numbers(): Numbers;
  close(): Promise<void>;
};

/** Creates the pulse. Connects on the first `watch`. */
export function openSitePulse({ config, db, redisUrl, log }: Stores): SitePulse {
  const { redisPrefix, tablePrefix } = config;
  let opened: { pulse: Pulse; close: () => Promise<void> } | undefined;

  function open() {
    const [commands, subscriber] = [openRedis(redisUrl, 'commands', log), openRedis(redisUrl, 'subscriber', log)];
    const channel = `${redisPrefix}:${tablePrefix}pulse`;
    const pulse = new Pulse({
      db: withinMs(db, lookMs),
      commands,
      subscriber,
      log,
      channel,
      everyMs,
      restMs,
      probes: {},
    });
    return {
      pulse,
      async close() {
        await pulse.close();
        for (const redis of [commands, subscriber]) redis.disconnect();
      },
    };
  }

  return {
    watch(name, scalar) {
      opened ??= open();
      const stop = opened.pulse.add(name, sql.raw(scalar.replaceAll('{prefix}', tablePrefix)));
      return { news: opened.pulse.news(name), stop };
    },
    stir: () => opened?.pulse.stir(),
    numbers: () => opened?.pulse.numbers ?? {},
    close: async () => opened?.close(),
  };
}

/**
 * The running services as one set of processes, and their replacement by a set of the current release. The new set
 * serves beside the former one, on the same ports, before that ends: no request is refused, and a set that does not
 * become ready does no harm.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { currentRoot, version } from '../installation.ts';
import type { Ending } from './ending.ts';
import { countProcesses, watchReadiness } from './readiness.ts';
import { type Services, startServices } from './services.ts';

export type SetsPlan = {
  localDir: string;
  logs: string;
  /** Read again for each set. */
  env: () => NodeJS.ProcessEnv;
  say: (line: string) => void;
  patient: boolean;
  ending: Ending;
};

/** A release; all services of a set belong to the same one. */
export type Release = { version: string; root: string };
type ServiceSet = Release & Services & { ready: Promise<void> };

const homes = ['pm2', 'pm2-next'];

export function createServiceSets({ localDir, logs, env, say, patient, ending }: SetsPlan) {
  let current: ServiceSet | undefined;
  let started = 0;
  let turns: Promise<unknown> = Promise.resolve();

  async function start(): Promise<ServiceSet> {
    const root = currentRoot();
    const set = randomUUID();
    const ownNode = path.join(root, 'node/bin/node');
    const node = existsSync(ownNode) ? ownNode : process.execPath;
    const itsEnv = { ...env(), WAYPOST_SET: set };
    const wanted = await countProcesses(path.join(root, 'ecosystem.config.js'), itsEnv);
    const readiness = watchReadiness({ set, wanted, localDir, logs, say, patient, isReplacing: current !== undefined });
    const services = await startServices({
      root,
      node,
      home: path.join(localDir, homes[started++ % homes.length] as string),
      logDirectory: logs,
      env: itsEnv,
      onCrash: (crash) => ending.signal.aborted || readiness.crashed(crash),
    });
    const gone = new AbortController();
    void services.ended.then((message) => {
      gone.abort(new Error(message));
      if (current?.root === root && current.ended === services.ended) ending.fail(new Error(message));
    });
    const ready = readiness.wait(AbortSignal.any([ending.signal, gone.signal]));
    ready.catch(() => {});
    return { ...services, root, version: version(root), ready };
  }

  async function replace(): Promise<Release> {
    const former = current;
    ending.signal.throwIfAborted();
    const next = await start();
    try {
      await next.ready;
    } catch (error) {
      await next.stop();
      throw error;
    }
    current = next;
    await former?.stop();
    return { version: next.version, root: next.root };
  }

  return {
    /** Resolves when the first set is ready. */
    async start(): Promise<void> {
      const turn = start().then((set) => {
        current = set;
      });
      turns = turn.catch(() => {});
      await turn;
      await current?.ready;
    },
    /**
     * Resolves when the new set serves and the former one has ended. @throws if the new one did not start; the former
     * one continues
     */
    reload(): Promise<Release> {
      const turn = turns.then(replace);
      turns = turn.catch(() => {});
      return turn;
    },
    restart: async (names: string[]) => current?.restart(names),
    /** Stops after the current turn. */
    async stop(): Promise<void> {
      await turns;
      await current?.stop();
    },
  };
}

/** A launcher for sets of the current release's services. It reads the settings again for each set. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { currentRoot, version } from '../installation.ts';
import type { Ending } from './end-reason.ts';
import { countProcesses, watchReadiness } from './readiness.ts';
import type { Home, LaunchedSet } from './service-sets.ts';
import { startServices } from './services.ts';

type LaunchPlan = {
  localDir: string;
  logs: string;
  env: () => NodeJS.ProcessEnv;
  say: (line: string) => void;
  patient: boolean;
  ending: Ending;
};

export const launcher =
  ({ localDir, logs, env, say, patient, ending }: LaunchPlan) =>
  async (home: Home, isReplacing: boolean): Promise<LaunchedSet> => {
    const root = currentRoot();
    const set = randomUUID();
    const ownNode = path.join(root, 'node/bin/node');
    const itsEnv = { ...env(), WAYPOST_SET: set };
    const wanted = await countProcesses(path.join(root, 'ecosystem.config.js'), itsEnv);
    const readiness = watchReadiness({ set, wanted, localDir, logs, say, patient, isReplacing });
    const services = await startServices({
      root,
      node: existsSync(ownNode) ? ownNode : process.execPath,
      home: path.join(localDir, home),
      logDirectory: logs,
      env: itsEnv,
      onCrash: (crash) => ending.signal.aborted || readiness.crashed(crash),
    });
    const ended = new AbortController();
    void services.ended.then((message) => ended.abort(new Error(message)));
    const ready = readiness.wait(AbortSignal.any([ending.signal, ended.signal]));
    ready.catch(() => {});
    return { ...services, root, version: version(root), ready };
  };

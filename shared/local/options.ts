/** The arguments after `npm start --`. */
import { parseArgs } from 'node:util';

export type Options = {
  help: boolean;
  /** Shows the services' logs continuously. */
  logs: boolean;
  /** `npm run dev`: builds and restarts when a source changes. */
  dev: boolean;
  /** An installation to try, with example data, created again at each start. */
  demo: boolean;
  /** The process that must stay alive, set by package.json's scripts. */
  parent: number | undefined;
};

/** Default settings for `npm run dev`: one redirect process with a short drain, and migrations on start. */
export const devDefaults = { LINKS_INSTANCES: '1', DRAIN_SECONDS: '1', MIGRATE_ON_START: '1' };

/** Parses the arguments. @throws naming an unknown argument */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      logs: { type: 'boolean', default: false },
      dev: { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
      parent: { type: 'string' },
    },
  });
  const { help, logs, dev, demo, parent } = values;
  return { help, logs: logs || dev, dev, demo, parent: parent === undefined ? undefined : Number(parent) };
}

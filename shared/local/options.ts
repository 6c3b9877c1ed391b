/** The words after `npm start --`. */
import { parseArgs } from 'node:util';

export type Options = {
  help: boolean;
  /** Whether the services' logs are shown as they come. */
  logs: boolean;
  /** `npm run dev`: builds and restarts on a change of a source. */
  dev: boolean;
  /** The process that must stay alive; package.json's scripts give it. */
  parent: number | undefined;
};

/** Settings of `npm run dev`, when not set: one redirect process, soon ended, and migrations applied as they come. */
export const devDefaults = { LINKS_INSTANCES: '1', DRAIN_SECONDS: '1', MIGRATE_ON_START: '1' };

/** @throws naming a word that is not known. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      logs: { type: 'boolean', default: false },
      dev: { type: 'boolean', default: false },
      parent: { type: 'string' },
    },
  });
  const { help, logs, dev, parent } = values;
  return { help, logs: logs || dev, dev, parent: parent === undefined ? undefined : Number(parent) };
}

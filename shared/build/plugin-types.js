// @ts-check
/** The types that plugin authors import as `waypost/plugin`. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { isStale, noteBuilt } from './freshness.js';
import { root } from './sources.js';

const host = 'automations-api/host';

/** Writes the types with the TypeScript compiler, if they are stale. @param {(line: string) => void} say */
export async function writePluginTypes(say) {
  if (!isStale([host])) return;
  const startedAt = new Date();
  try {
    await promisify(execFile)(path.join(root, 'node_modules/.bin/tsc'), ['-p', path.join(root, host)]);
    await noteBuilt([host], startedAt);
  } catch (error) {
    const { stdout } = /** @type {{ stdout?: string }} */ (error);
    say(`The types for plugins could not be written:\n${stdout ?? error}`);
  }
}

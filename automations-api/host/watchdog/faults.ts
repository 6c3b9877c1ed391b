/**
 * What plugins did to a process that ended of it, written down by that process so that the next one can read it: a file,
 * because a process that hangs or falls can ask no database.
 */
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** `from` is where the plugin is, as `plugin list` shows it. */
export type Fault = { from: string; reason: string; at: string };

export const faultFile = (localDir: string) => path.join(localDir, 'plugin-faults.jsonl');

export const writeFault = (file: string, fault: Fault): void => appendFileSync(file, `${JSON.stringify(fault)}\n`);

/** The oldest first. They stay until `forgetFaults`. */
export function readFaults(file: string): Fault[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Fault];
    } catch {
      // The end of the file, or of a disk that is full.
      return [];
    }
  });
}

export const forgetFaults = (file: string): void => rmSync(file, { force: true });

const folder = /\bautomations-api\/plugins\/[^/\s]+(?=\/)/;

/** Where the plugin is whose code is uppermost in a stack; undefined when none's is. */
export function findCulprit(stack: string, packages: readonly string[]): string | undefined {
  for (const line of stack.split('\n')) {
    const [inFolder] = folder.exec(line) ?? [];
    if (inFolder) return inFolder;
    const inPackage = packages.find((name) => line.includes(`/node_modules/${name}/`));
    if (inPackage) return `package ${inPackage}`;
  }
  return undefined;
}

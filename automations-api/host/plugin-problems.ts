/** Stored notes about plugins: why a plugin does not run, when it last started, and when it ended a process. */
import type { Options } from './options.ts';

const optionOf = (plugin: string) => `problem.${plugin}`;

/** Stores the problem, or deletes it if undefined. */
export async function saveProblem(options: Options, plugin: string, problem: string | undefined): Promise<void> {
  const noted = await findProblem(options, plugin);
  if (noted === problem) return;
  if (problem === undefined) await options.delete(optionOf(plugin));
  else await options.set(optionOf(plugin), problem, { autoload: false });
}

export const findProblem = (options: Options, plugin: string): Promise<string | undefined> =>
  options.get<string | undefined>(optionOf(plugin), undefined);

const faultsOf = (plugin: string) => `faults.${plugin}`;
const countedMs = 86_400_000;

/**
 * Records a time when a plugin ended a process; ignores duplicates. Resolves to how many times this happened in the
 * 24 hours up to `at`.
 */
export async function addFault(options: Options, plugin: string, at: string): Promise<number> {
  const since = Date.parse(at) - countedMs;
  const times = await options.change<string[]>(faultsOf(plugin), [], (before) => [
    ...before.filter((time) => Date.parse(time) > since && time !== at),
    at,
  ]);
  return times.length;
}

const startOf = (plugin: string) => `started.${plugin}`;

/** Returns the time of the last start, or ''. */
export const findStart = (options: Options, plugin: string): Promise<string> => options.get(startOf(plugin), '');

export const saveStart = (options: Options, plugin: string): Promise<void> =>
  options.set(startOf(plugin), new Date().toISOString(), { autoload: false });

export async function deletePluginRecords(options: Options, plugin: string): Promise<void> {
  for (const option of [optionOf(plugin), faultsOf(plugin), startOf(plugin)]) await options.delete(option);
}

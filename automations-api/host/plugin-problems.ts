/** Why an active plugin does not run, as the processes that tried have noted it for `plugin list`. */
import type { Options } from './options.ts';

const optionOf = (plugin: string) => `problem.${plugin}`;

/** Undefined takes the note away. */
export async function noteProblem(options: Options, plugin: string, problem: string | undefined): Promise<void> {
  const noted = await findProblem(options, plugin);
  if (noted === problem) return;
  if (problem === undefined) await options.delete(optionOf(plugin));
  else await options.set(optionOf(plugin), problem, { autoload: false });
}

export const findProblem = (options: Options, plugin: string): Promise<string | undefined> =>
  options.get<string | undefined>(optionOf(plugin), undefined);

/** The function by which the watchdog's thread records the plugin that blocks the process. */
import { findCulprit, type PluginPlaces, writeFault } from './faults.ts';

export type HangData = { folder: string; places: PluginPlaces };

/** Records the plugin in the stack, if there is one. `HangReader` calls this function by its name. */
export function readHang(stack: string, seconds: number, { folder, places }: HangData): object {
  const plugin = findCulprit(stack, places);
  if (plugin === undefined) return {};
  writeFault(folder, { from: plugin, reason: `it blocked the process for ${seconds} s`, at: new Date().toISOString() });
  return { plugin };
}

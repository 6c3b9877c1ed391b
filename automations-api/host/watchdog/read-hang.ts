/** Runs in the watchdog's thread: names the plugin whose code holds the process. */
import { findCulprit, type PluginPlaces, writeFault } from './faults.ts';

export type HangData = { folder: string; places: PluginPlaces };

/** The thread calls it by its name; see `HangReader`. */
export function readHang(stack: string, seconds: number, { folder, places }: HangData): object {
  const plugin = findCulprit(stack, places);
  if (plugin === undefined) return {};
  writeFault(folder, { from: plugin, reason: `it blocked the process for ${seconds} s`, at: new Date().toISOString() });
  return { plugin };
}

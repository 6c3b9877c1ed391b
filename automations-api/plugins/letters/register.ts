/** The registration of the letters plugin's routes, hooks and workers in a serving process. */
import type { PluginApi } from '../../host/plugin.ts';

export function register(api: PluginApi): void {
  api.log.debug('the letters plugin is registered');
}

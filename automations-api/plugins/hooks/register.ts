/** The registration of the hooks plugin's routes, hooks and workers in a serving process. */
import type { PluginApi } from '../../host/plugin.ts';

export function register(api: PluginApi): void {
  api.log.debug('the hooks plugin is registered');
}

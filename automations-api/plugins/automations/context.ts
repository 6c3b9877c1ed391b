/** What the plugin's routes work with. */
import type { PluginApi } from '../../host/plugin.ts';

export type Context = PluginApi;

/** The sources of a site's plugins, and the initially active ones. */
import path from 'node:path';
import type { Config } from '../shared/config/config.ts';
import { projectRoot } from '../shared/paths.ts';
import { InstalledPlugins } from './host/installed-plugins.ts';

/** The active plugins until one is activated or deactivated. */
export const initiallyActive = ['automations', 'admin', 'hooks', 'letters', 'forms'];

const folder = path.join(projectRoot, 'automations-api/plugins');

/** Built-in plugins, which are bundled with the program. */
const parts = {
  [path.join(folder, 'automations')]: () => import('./plugins/automations/plugin.ts'),
  [path.join(folder, 'admin')]: () => import('./plugins/admin/plugin.ts'),
  [path.join(folder, 'hooks')]: () => import('./plugins/hooks/plugin.ts'),
  [path.join(folder, 'letters')]: () => import('./plugins/letters/plugin.ts'),
  [path.join(folder, 'forms')]: () => import('./plugins/forms/plugin.ts'),
};

/** Opens the plugins in `automations-api/plugins/`, PLUGINS_DIR and PLUGIN_PACKAGES. */
export const installedPlugins = ({ pluginsDir, pluginPackages }: Config) =>
  new InstalledPlugins([folder, ...(pluginsDir === '' ? [] : [path.resolve(pluginsDir)])], pluginPackages, parts);

/** Where this site's plugins come from, and which are active until somebody has chosen. */
import path from 'node:path';
import type { Config } from '../shared/config/config.ts';
import { projectRoot } from '../shared/paths.ts';
import { InstalledPlugins } from './host/installed-plugins.ts';

/** On a database where nobody has chosen yet. */
export const initiallyActive = ['automations', 'admin'];

const folder = path.join(projectRoot, 'automations-api/plugins');

/** Plugins that come along are parts of the program, so that they are bundled with it. */
const parts = {
  [path.join(folder, 'automations')]: () => import('./plugins/automations/plugin.ts'),
  [path.join(folder, 'admin')]: () => import('./plugins/admin/plugin.ts'),
};

/** Folders in `automations-api/plugins/`, also those that the build does not know, and in PLUGINS_DIR, and PLUGIN_PACKAGES. */
export const installedPlugins = ({ pluginsDir, pluginPackages }: Config) =>
  new InstalledPlugins([folder, ...(pluginsDir === '' ? [] : [path.resolve(pluginsDir)])], pluginPackages, parts);

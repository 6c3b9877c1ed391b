/** The screens that one can go to from everywhere: those of the navigation and of the settings. */
import { pathTo, routes } from './core/routes.ts';
import { session } from './core/session.ts';
import { settingsTabs } from './screens/settings/core/tabs.ts';
import { text } from './text/text.ts';

const keys = new Map<string, string>(routes.flatMap((route) => ('key' in route ? [[route.name, route.key]] : [])));

/** Safety is for operators. */
export const navItems = () =>
  routes.flatMap((route) =>
    'nav' in route && (route.name !== 'safety' || session.value?.operator)
      ? [{ name: route.name, href: pathTo(route.name), label: text.nav[route.name], icon: route.nav }]
      : [],
  );

/** `key` leads there after a `g`. */
export const destinations = () =>
  [...navItems(), ...settingsTabs()].map((one) => ({ ...one, key: keys.get(one.name) ?? '' }));

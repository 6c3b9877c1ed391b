/** The screens that one can go to from everywhere: those of the navigation and of the settings that one may see. */
import { pathTo, routes } from './core/routes.ts';
import { settingsTabs } from './screens/settings/core/tabs.ts';
import { text } from './text/text.ts';

const keys = new Map<string, string>(routes.flatMap((route) => ('key' in route ? [[route.name, route.key]] : [])));

export const navItems = routes.flatMap((route) =>
  'nav' in route ? [{ name: route.name, href: pathTo(route.name), label: text.nav[route.name], icon: route.nav }] : [],
);

const duplicates = {
  name: 'duplicates',
  href: pathTo('duplicates'),
  label: text.duplicates.title,
  icon: 'merge',
} as const;

/** `key` leads there after a `g`. */
export const destinations = () =>
  [...navItems, duplicates, ...settingsTabs()].map((one) => ({ ...one, key: keys.get(one.name) ?? '' }));

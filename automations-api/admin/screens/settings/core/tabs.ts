/** The screens of the settings, in the order of the tabs, and the role that each is for. */
import type { SettingsTab } from '../../../../../shared/ui/settings.tsx';
import { pathTo, type RouteName } from '../../../core/routes.ts';
import { may } from '../../../core/session.ts';
import type { Role } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';

export const allTabs = {
  restApi: { icon: 'key', least: 'administrator' },
  users: { icon: 'people', least: 'administrator' },
  consent: { icon: 'check', least: 'administrator' },
  mail: { icon: 'mail', least: 'administrator' },
  links: { icon: 'link', least: 'administrator' },
  plugins: { icon: 'bolt', least: 'administrator' },
  auditLog: { icon: 'clock', least: 'administrator' },
  account: { icon: 'user', least: 'viewer' },
} as const satisfies Partial<Record<RouteName, Pick<SettingsTab, 'icon'> & { least: Role }>>;

export type TabName = keyof typeof allTabs;

/** Only those that one's role may see. */
export const settingsTabs = () =>
  (Object.keys(allTabs) as TabName[])
    .filter((name) => may(allTabs[name].least))
    .map((name) => ({
      name,
      icon: allTabs[name].icon,
      label: text.settings[name],
      note: text.settings.notes[name],
      href: pathTo(name),
    }));

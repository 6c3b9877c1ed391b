/** The screens of the settings: their names, in the order of the tabs. */
import type { SettingsTab } from '../../../../../shared/ui/settings.tsx';
import { pathTo, type RouteName } from '../../../core/routes.ts';
import { text } from '../../../text/text.ts';

const icons = {
  workspace: 'home',
  apiKeys: 'key',
  webhooks: 'webhook',
  billing: 'card',
  auditLog: 'clock',
  account: 'user',
} as const satisfies Partial<Record<RouteName, SettingsTab['icon']>>;

export type TabName = keyof typeof icons;

export const settingsTabs = (Object.keys(icons) as TabName[]).map((name) => ({
  name,
  label: text.settings[name],
  href: pathTo(name),
  icon: icons[name],
  note: text.settings.notes[name],
}));

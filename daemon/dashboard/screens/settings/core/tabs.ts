/** The screens of the settings: their names, in the order of the tabs. */
import type { SettingsTab } from '../../../../../shared/ui/settings.tsx';
import { pathTo, type RouteName } from '../../../core/routes.ts';
import { membership } from '../../../core/session.ts';
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

const tabs = (Object.keys(icons) as TabName[]).map((name) => ({
  name,
  label: text.settings[name],
  href: pathTo(name),
  icon: icons[name],
  note: text.settings.notes[name],
}));

/** A workspace without limits has nothing to pay for. */
export const settingsTabs = () => tabs.filter(({ name }) => name !== 'billing' || !membership.value?.unlimited);

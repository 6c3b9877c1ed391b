/** Settings: the one heading of all of them, and the tabs between them. */
import type { ComponentChildren } from 'preact';
import type { IconName } from '../../../../../shared/ui/icon.tsx';
import { SettingsList, SettingsPage } from '../../../../../shared/ui/settings.tsx';
import { pathTo, type RouteName } from '../../../core/routes.ts';
import { text } from '../../../text/text.ts';

const names = ['workspace', 'apiKeys', 'webhooks', 'billing', 'auditLog', 'account'] as const satisfies RouteName[];

const icons: Record<(typeof names)[number], IconName> = {
  workspace: 'home',
  apiKeys: 'key',
  webhooks: 'webhook',
  billing: 'card',
  auditLog: 'clock',
  account: 'user',
};

const tabs = names.map((name) => ({
  name,
  label: text.settings[name],
  href: pathTo(name),
  icon: icons[name],
  note: text.settings.notes[name],
}));

export const Settings = () => <SettingsList title={text.settings.title} tabs={tabs} />;

type SettingsScreenProps = {
  name: (typeof names)[number];
  title?: string;
  note?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

export const SettingsScreen = (props: SettingsScreenProps) => (
  <SettingsPage label={text.settings.label} tabs={tabs} {...props} />
);

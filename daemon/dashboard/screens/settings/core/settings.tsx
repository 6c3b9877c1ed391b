/** Settings: the one heading of all of them, and the tabs between them. */
import type { ComponentChildren } from 'preact';
import { SettingsList, SettingsPage } from '../../../../../shared/ui/settings.tsx';
import { text } from '../../../text/text.ts';
import { settingsTabs, type TabName } from './tabs.ts';

export const Settings = () => <SettingsList title={text.settings.title} tabs={settingsTabs()} />;

type SettingsScreenProps = {
  name: TabName;
  title?: string;
  note?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

export const SettingsScreen = (props: SettingsScreenProps) => (
  <SettingsPage label={text.settings.label} tabs={settingsTabs()} {...props} />
);

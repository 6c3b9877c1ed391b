/** Settings: their common heading and the tabs between them. */
import type { ComponentChildren } from 'preact';
import { SettingsList, SettingsPage } from '../../../../../shared/ui/settings.tsx';
import type { RouteName } from '../../../core/routes.ts';
import { text } from '../../../text/text.ts';

export const Settings = () => <SettingsList title={text.settings.title} />;

type SettingsScreenProps = {
  name: RouteName;
  title?: string;
  note?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

export const SettingsScreen = (props: SettingsScreenProps) => <SettingsPage label={text.settings.label} {...props} />;

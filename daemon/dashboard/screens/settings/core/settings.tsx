/** Settings: the list of them, and the tabs between them. */
import type { FunctionComponent } from 'preact';
import { SettingsList, SettingsPage, type SettingsPageProps } from '../../../../../shared/ui/settings.tsx';
import type { RouteName } from '../../../core/routes.ts';

export const Settings = SettingsList;
export const SettingsScreen: FunctionComponent<SettingsPageProps<RouteName>> = SettingsPage;

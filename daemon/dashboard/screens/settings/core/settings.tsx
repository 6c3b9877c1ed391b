/** A settings screen, with the tabs between settings. */
import type { FunctionComponent } from 'preact';
import { SettingsPage, type SettingsPageProps } from '../../../../../shared/ui/settings.tsx';
import type { RouteName } from '../../../core/routes.ts';

export const SettingsScreen: FunctionComponent<SettingsPageProps<RouteName>> = SettingsPage;

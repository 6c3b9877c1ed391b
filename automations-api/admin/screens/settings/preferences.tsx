/** Preferences of this browser. The account is in the dashboard. */
import { PreferencesCard } from '../../../../shared/ui/preferences-card.tsx';
import { SettingsScreen } from './core/settings.tsx';

export const Preferences = () => (
  <SettingsScreen name="preferences">
    <PreferencesCard />
  </SettingsScreen>
);

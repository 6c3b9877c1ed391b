/** The user's account: name, email address, password, browser preferences, sessions, deletion. */
import { PreferencesCard } from '../../../../../shared/ui/preferences-card.tsx';
import { SettingsScreen } from '../core/settings.tsx';
import { AccountDanger } from './delete-account.tsx';
import { FactorsCard } from './factors-card.tsx';
import { Address, ChangePassword, Profile } from './profile.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function Account() {
  return (
    <SettingsScreen name="account">
      <div class="stack">
        <div class="cols level">
          <Profile />
          <Address />
          <ChangePassword />
        </div>
        <FactorsCard />
        <PreferencesCard />
        <SessionsCard />
        <AccountDanger />
      </div>
    </SettingsScreen>
  );
}

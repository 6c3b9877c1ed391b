/** One's own account: name, address, password, this browser's choices, sessions, and its end. */
import { AccountDanger } from './account/delete-account.tsx';
import { Preferences } from './account/preferences.tsx';
import { Address, ChangePassword, Profile } from './account/profile.tsx';
import { Sessions } from './account/sessions.tsx';
import { SettingsScreen } from './settings.tsx';

export function Account() {
  return (
    <SettingsScreen name="account">
      <div class="stack">
        <div class="cols level">
          <Profile />
          <Address />
          <ChangePassword />
        </div>
        <Preferences />
        <Sessions />
        <AccountDanger />
      </div>
    </SettingsScreen>
  );
}

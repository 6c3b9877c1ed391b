/** The person's account: name, email, password, browser preferences, sessions, deletion. */
import { PreferencesCard } from '../../../../../shared/ui/account/preferences-card.tsx';
import { SessionsCard } from '../../../../../shared/ui/account/sessions-card.tsx';
import { api } from '../../../core/api.ts';
import type { Session } from '../../../core/types.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { AccountDanger } from './delete-account.tsx';
import { Address, ChangePassword, Profile } from './profile.tsx';
import { SecondFactor } from './second-factor.tsx';

export function Account() {
  return (
    <SettingsScreen name="account">
      <div class="stack">
        <div class="cols level">
          <Profile />
          <Address />
          <ChangePassword />
        </div>
        <SecondFactor />
        <PreferencesCard />
        <SessionsCard
          list={(signal) => api.get<{ sessions: Session[] }>('/auth/sessions', {}, signal).then((it) => it.sessions)}
          end={(id) => api.delete(`/auth/sessions/${id}`)}
          endOthers={() => api.delete('/auth/sessions')}
        />
        <AccountDanger />
      </div>
    </SettingsScreen>
  );
}

/** One's own account: name, password, this browser's choices, sessions. */
import { people } from '../../../../shared/limits-of-fields.ts';
import { FactorsCard } from '../../../../shared/ui/account/factors-card.tsx';
import { PreferencesCard } from '../../../../shared/ui/account/preferences-card.tsx';
import { SessionsCard } from '../../../../shared/ui/account/sessions-card.tsx';
import { CardAct, CardForm } from '../../../../shared/ui/card-form.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { NewPassword } from '../../../../shared/ui/new-password.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { toAccount } from '../../core/account.ts';
import { site } from '../../core/api.ts';
import { factorService } from '../../core/factors.ts';
import { openSession, session, ways } from '../../core/session.ts';
import { isoOf } from '../../core/times.tsx';
import type { OwnSession } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { SettingsScreen } from './core/settings.tsx';

const words = uiText.account;

async function listSessions(signal: AbortSignal) {
  const { sessions } = await site.get<{ sessions: OwnSession[] }>('/sessions', {}, signal);
  return sessions.map(({ ID, current, last_used_at, user_agent, address }) => ({
    id: String(ID),
    current,
    lastUsedAt: isoOf(last_used_at),
    userAgent: user_agent,
    address,
  }));
}

export function Account() {
  const { user, links } = session.value ?? {};
  const isOfWordPress = user?.wordpress;
  const isOwn = !isOfWordPress && !links;
  return (
    <SettingsScreen name="account">
      <div class="stack">
        {isOfWordPress && <p class="notice">{text.account.ofWordPress}</p>}
        {links && <OfLinks enterUrl={links.enter_url} />}
        {isOwn && (
          <div class="cols level">
            <Profile />
            {ways.value.password && <ChangePassword />}
          </div>
        )}
        {session.value && !links && ways.value.password && <FactorsCard service={factorService(session.value)} />}
        <PreferencesCard />
        <SessionsCard
          list={listSessions}
          end={(id) => site.delete(`/session/${id}`)}
          endOthers={() => site.delete('/sessions')}
        />
      </div>
    </SettingsScreen>
  );
}

/** Name, address, password and second factors are those of the account in the dashboard. */
const OfLinks = ({ enterUrl }: { enterUrl: string }) => (
  <CardAct title={text.account.ofLinks} note={text.account.ofLinksNote}>
    <a class="btn" href={toAccount(enterUrl)}>
      {text.account.openInLinks}
    </a>
  </CardAct>
);

function Profile() {
  const form = useForm({ name: session.value?.user.name ?? '' }, async ({ name }) => {
    await site.post('/me', { name: name.trim() });
    await openSession();
    form.reset({ name: name.trim() });
    toast(words.saved);
  });
  return (
    <CardForm title={words.profile} form={form} action={text.actions.save}>
      <TextField label={words.name} autocomplete="name" maxLength={people.name} required {...form.field('name')} />
    </CardForm>
  );
}

function ChangePassword() {
  const form = useForm({ current_password: '', password: '' }, async (typed) => {
    await site.post('/me', typed);
    form.reset({ current_password: '', password: '' });
    toast(words.passwordChanged);
  });
  return (
    <CardForm title={words.password} form={form} action={words.changePassword}>
      <TextField
        label={words.currentPassword}
        type="password"
        autocomplete="current-password"
        required
        {...form.field('current_password')}
      />
      <NewPassword label={words.newPassword} note={words.passwordNote} {...form.field('password')} />
    </CardForm>
  );
}

/** The page for creating the first account. */
import { useState } from 'preact/hooks';
import { CodeField, FirstVisitForm } from '../../../../shared/ui/first-visit.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { enterBy } from '../../core/session.ts';
import type { DashboardSettings } from '../../core/types.ts';
import { SignInPage } from './layout.tsx';
import { Provider } from './parts.tsx';
import { forgetSettings } from './settings.ts';

export const FirstVisit = ({ settings }: { settings: DashboardSettings }) => (
  <SignInPage title={uiText.firstVisit.title} note={uiText.firstVisit.note}>
    {settings.password ? (
      <FirstVisitForm send={(account) => enterBy('/dashboard/first-visit', account).then(forgetSettings)} />
    ) : (
      <ByProvider settings={settings} />
    )}
  </SignInPage>
);

/** Without passwords, the code is passed along to the provider. */
function ByProvider({ settings }: { settings: DashboardSettings }) {
  const [code, setCode] = useState('');
  return (
    <>
      <CodeField value={code} onValue={setCode} />
      <Provider settings={settings} wish={{ inviteCode: code.trim() }} />
    </>
  );
}

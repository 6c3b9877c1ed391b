/** The page where nobody has an account yet. */
import { useState } from 'preact/hooks';
import { CodeField, FirstVisitForm } from '../../../../shared/ui/first-visit.tsx';
import { SignInFrame } from '../../../../shared/ui/sign-in-frame.tsx';
import { ByProvider } from '../../../../shared/ui/sign-in-parts.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { site } from '../../core/api.ts';
import { base } from '../../core/routes.ts';
import { enter, firstVisitUrl, providerUrl, ways } from '../../core/session.ts';
import type { Session } from '../../core/types.ts';
import { text } from '../../text/text.ts';

export const FirstVisit = () => (firstVisitUrl.value ? <InDashboard url={firstVisitUrl.value} /> : <Here />);

/** One account is for both applications. */
const InDashboard = ({ url }: { url: string }) => (
  <SignInFrame name={text.name} home={base} title={uiText.firstVisit.title} note={text.account.firstInLinks}>
    <a class="btn main" href={url}>
      {text.account.openInLinks}
    </a>
  </SignInFrame>
);

const Here = () => (
  <SignInFrame name={text.name} home={base} title={uiText.firstVisit.title} note={uiText.firstVisit.note}>
    {ways.value.provider !== null && !ways.value.password ? (
      <ByCode provider={ways.value.provider} />
    ) : (
      <FirstVisitForm send={(account) => site.post<Session>('/first-visit', account).then(enter)} />
    )}
  </SignInFrame>
);

/** Where there are no passwords, the code goes along to the provider. */
function ByCode({ provider }: { provider: string }) {
  const [code, setCode] = useState('');
  return (
    <>
      <CodeField value={code} onValue={setCode} />
      <ByProvider name={provider} href={providerUrl({ to: base, code: code.trim() })} hasForm={false} />
    </>
  );
}

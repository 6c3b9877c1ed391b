/** The page where nobody has an account yet. */
import { FirstVisitForm } from '../../../../shared/ui/first-visit.tsx';
import { SignInFrame } from '../../../../shared/ui/sign-in-frame.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { site } from '../../core/api.ts';
import { base } from '../../core/routes.ts';
import { enter } from '../../core/session.ts';
import type { Session } from '../../core/types.ts';
import { text } from '../../text/text.ts';

export const FirstVisit = () => (
  <SignInFrame name={text.name} home={base} title={uiText.firstVisit.title} note={uiText.firstVisit.note}>
    <FirstVisitForm send={(account) => site.post<Session>('/first-visit', account).then(enter)} />
  </SignInFrame>
);

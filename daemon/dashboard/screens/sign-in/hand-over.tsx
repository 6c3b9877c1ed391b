/**
 * The page that signs the user in to contacts. The admin application sends the browser here, and this page returns it
 * with a ticket.
 */
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { ApiError } from '../../../../shared/ui/service.ts';
import { uiText } from '../../../../shared/ui/text.ts';
import { api } from '../../core/api.ts';
import { base } from '../../core/routes.ts';
import { forget } from '../../core/session.ts';
import { text } from '../../text/text.ts';
import { SignInPage } from './layout.tsx';

const words = text.handOver;

export const handOverPath = `${base}/hand-over`;

export function HandOver() {
  const [error, setError] = useState<Error>();
  const query = new URLSearchParams(location.search);
  const request = { site: Number(query.get('site')), challenge: query.get('challenge') ?? '' };
  const go = () => {
    setError(undefined);
    // The back button skips this page, which would only return to contacts.
    api.post<{ url: string }>('/dashboard/hand-over', request).then(({ url }) => location.replace(url), refuse);
  };
  /**
   * Handles a failure. If the session has expired, sign-in is shown instead of this page. Afterwards this page
   * continues.
   */
  const refuse = (error: Error) => (error instanceof ApiError && error.status === 401 ? forget() : setError(error));
  useEffect(go, []);
  if (!error) {
    return (
      <SignInPage title={words.title}>
        <p class="soft" role="status">
          {words.note}
        </p>
      </SignInPage>
    );
  }
  return (
    <SignInPage title={words.failed}>
      <p class="notice warn" role="alert">
        {sentenceOf(error.message)}
      </p>
      <a class="btn main" href={base}>
        {words.stay}
      </a>
      <Button onClick={go}>{uiText.tryAgain}</Button>
    </SignInPage>
  );
}

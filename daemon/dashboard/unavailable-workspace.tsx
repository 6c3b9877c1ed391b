/** The notice instead of the screens of a workspace that cannot be used, for example because it is suspended. */
import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { sentenceOf } from '../../shared/ui/field-problems.ts';
import { date } from '../../shared/ui/format.ts';
import { Screen } from '../../shared/ui/screen.tsx';
import type { ApiError } from '../../shared/ui/service.ts';
import { Empty } from '../../shared/ui/states.tsx';
import { uiText } from '../../shared/ui/text.ts';
import { toastError } from '../../shared/ui/toast.tsx';
import { refreshSession } from './core/session.ts';
import { text } from './text/text.ts';

const words = text.workspace;

/** The details with which the API refuses a suspended workspace. */
type Suspension = { since: string; why: string | null; contact: string };

export function UnavailableWorkspace({ error }: { error: ApiError }) {
  const [isBusy, setBusy] = useState(false);
  const again = () => {
    setBusy(true);
    refreshSession()
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  const isSuspended = error.details.reason === 'workspace_suspended';
  return (
    <Screen title={words.title}>
      <section class="card">
        <Empty
          icon="lock"
          title={isSuspended ? words.suspended : words.unavailable}
          actions={
            <Button isBusy={isBusy} onClick={again}>
              {uiText.tryAgain}
            </Button>
          }
        >
          {isSuspended ? <Why of={error.details as Suspension} /> : sentenceOf(error.message)} {words.unavailableNote}
        </Empty>
      </section>
    </Screen>
  );
}

function Why({ of: { since, why, contact } }: { of: Suspension }) {
  return (
    <>
      {why ? words.suspendedWhy(date(since), why) : words.suspendedSince(date(since))} {words.writeTo}{' '}
      <a href={`mailto:${contact}`}>{contact}</a>.
    </>
  );
}

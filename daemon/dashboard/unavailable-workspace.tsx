/** The notice in place of the screens of a workspace that cannot be used, for example because it is suspended. */
import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Screen } from '../../shared/ui/screen.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { uiText } from '../../shared/ui/text.ts';
import { toastError } from '../../shared/ui/toast.tsx';
import { refreshSession } from './core/session.ts';
import { text } from './text/text.ts';

const words = text.workspace;

/** Shows the notice. `why` is the server's message. */
export function UnavailableWorkspace({ why }: { why: string }) {
  const [isBusy, setBusy] = useState(false);
  const again = () => {
    setBusy(true);
    refreshSession()
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  return (
    <Screen title={words.title}>
      <section class="card">
        <Empty
          icon="lock"
          title={words.unavailable}
          actions={
            <Button isBusy={isBusy} onClick={again}>
              {uiText.tryAgain}
            </Button>
          }
        >
          {words.unavailableNote(why)}
        </Empty>
      </section>
    </Screen>
  );
}

/** The screen for users who are not in any workspace, instead of a workspace's screens. */
import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Screen } from '../../shared/ui/screen.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { toastError } from '../../shared/ui/toast.tsx';
import { pathTo } from './core/routes.ts';
import { session, signOut } from './core/session.ts';
import { NewWorkspace } from './screens/settings/workspace/new-workspace.tsx';
import { text } from './text/text.ts';

const words = text.workspace.absent;

export function NoWorkspace() {
  const [isMaking, setMaking] = useState(false);
  const { contacts } = session.value ?? {};
  return (
    <Screen title={words.title}>
      <section class="card">
        <Empty
          icon="link"
          title={contacts ? words.contacts : words.nothing}
          actions={
            <>
              {contacts && (
                <a class="btn main" href={contacts.enterUrl}>
                  {words.openContacts}
                </a>
              )}
              <Button kind={contacts ? 'plain' : 'main'} onClick={() => setMaking(true)}>
                {text.workspace.create}
              </Button>
              <a class="btn" href={pathTo('account')}>
                {text.ui.account.open}
              </a>
              <Button onClick={() => void signOut().catch(toastError)}>{text.ui.account.signOut}</Button>
            </>
          }
        >
          {words.note}
        </Empty>
        {isMaking && <NewWorkspace onClose={() => setMaking(false)} />}
      </section>
    </Screen>
  );
}

/** The connected workspace of the link service, which reports contacts' clicks. */
import { useState } from 'preact/hooks';
import { longestSiteKey } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { CardAct, CardForm } from '../../../../shared/ui/card-form.tsx';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { TextField } from '../../../../shared/ui/field.tsx';
import { useForm } from '../../../../shared/ui/form.ts';
import { dateTime } from '../../../../shared/ui/format.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Sample } from '../../../../shared/ui/sample.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { atFields } from '../../core/field-errors.ts';
import { session } from '../../core/session.ts';
import type { LinkBinding } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { SettingsScreen } from './core/settings.tsx';

const words = text.links;
type Answer = { binding: LinkBinding };
type BindingProps = { binding: LinkBinding; onChanged: (binding: LinkBinding) => void };

export function Links() {
  const { dashboard_url: dashboard } = session.value ?? {};
  const loaded = useLoad((signal) => api.get<Answer>('/links/binding', {}, signal).then(({ binding }) => binding), []);
  const onChanged = (binding: LinkBinding) => loaded.set(() => binding);
  return (
    <SettingsScreen name="links" note={words.note}>
      <Show of={loaded}>
        {(binding) => (
          <div class="stack">
            <State binding={binding} onChanged={onChanged} />
            {dashboard ? (
              <Connect dashboard={dashboard} isBound={binding.bound} />
            ) : (
              <Bind binding={binding} onChanged={onChanged} />
            )}
          </div>
        )}
      </Show>
    </SettingsScreen>
  );
}

function State({ binding, onChanged }: BindingProps) {
  const [isEnding, setEnding] = useState(false);
  const { bound, workspace_id: workspace, known_to_links: isKnown, last_click_at: lastAt } = binding;
  if (!bound || workspace === null) {
    return (
      <section class="card">
        <div class="body">
          <h2>{words.none}</h2>
          <p class="soft">{words.noneNote}</p>
        </div>
      </section>
    );
  }
  return (
    <section class="card act">
      <div>
        <h2>
          {workspace} <span class={isKnown ? 'tag good' : 'tag bad'}>{isKnown ? words.works : words.unknown}</span>
        </h2>
        <p class="soft">{isKnown ? words.bound : words.unknownNote}</p>
        <p class="soft">{lastAt ? words.lastClick(dateTime(lastAt)) : words.noClick}</p>
      </div>
      <Button isBad onClick={() => setEnding(true)}>
        {words.unbind}
      </Button>
      {isEnding && (
        <Confirm
          title={words.unbindTitle(workspace)}
          action={words.unbind}
          onClose={() => setEnding(false)}
          onConfirm={async () => {
            const answer = await api.post<Answer>('/links/unbind');
            toast(words.unbound);
            onChanged(answer.binding);
          }}
        >
          {words.unbindNote}
        </Confirm>
      )}
    </section>
  );
}

/** With accounts of the dashboard, users connect the workspace there. */
const Connect = ({ dashboard, isBound }: { dashboard: string; isBound: boolean }) => (
  <CardAct title={isBound ? words.connectOther : words.connect} note={words.connectNote}>
    <a class="btn" href={`${dashboard}/settings/workspace`}>
      {words.openInLinks}
    </a>
  </CardAct>
);

const bindCommand = 'waypost links clicks bind WORKSPACE_ID';
const rotateCommand = 'waypost links clicks rotate WORKSPACE_ID';

function Bind({ binding: { bound }, onChanged }: BindingProps) {
  const form = useForm({ key: '' }, async ({ key }) => {
    const { binding } = await atFields(api.post<Answer>('/links/bind', { key: key.trim() }), { '': 'key' });
    toast(words.done(binding.workspace_id ?? ''));
    form.reset();
    onChanged(binding);
  });
  return (
    <CardForm title={bound ? words.bindOther : words.bind} form={form} action={words.bind}>
      {bound && <p class="soft">{words.bindNote}</p>}
      <Sample
        label={bound ? words.howRotate : words.how}
        copyLabel={words.copy}
        text={bound ? rotateCommand : bindCommand}
      />
      <TextField
        label={words.key}
        hint={words.keyHint}
        required
        autocomplete="off"
        spellcheck={false}
        maxLength={longestSiteKey}
        {...form.field('key')}
      />
    </CardForm>
  );
}

/** A saved hook: its URL and signature, its messages, and the mapping, which is filled by choosing values. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { longestName } from '../../../../shared/limits-of-fields.ts';
import { Confirm } from '../../../../shared/ui/dialog.tsx';
import { MoreMenu } from '../../../../shared/ui/menu.tsx';
import { NameDialog } from '../../../../shared/ui/name-dialog.tsx';
import { Sample } from '../../../../shared/ui/sample.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { Copied } from '../../core/copied.tsx';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { pathTo } from '../../core/routes.ts';
import { SaveBar } from '../../core/save-bar.tsx';
import { Time } from '../../core/times.tsx';
import type { Hook, HookMessage } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { dataTarget, withPath } from './mapping.ts';
import { itemsOf, MappingEditor } from './mapping-editor.tsx';
import { useMappingForm } from './mapping-form.ts';
import { Messages } from './messages.tsx';
import { Signature } from './signature.tsx';
import { HookSwitch, useHookDeletion } from './switch-and-deletion.tsx';
import { labelOf, useTargets } from './targets.ts';
import { TryHook } from './try-hook.tsx';

const words = text.hooks;

type OneHookProps = {
  hook: Hook;
  messages: HookMessage[];
  onSaved: (hook: Hook) => void;
  reload: () => void;
};

export function OneHook({ hook, messages, onSaved, reload }: OneHookProps) {
  const form = useMappingForm(hook, onSaved);
  const [chosen, setChosen] = useState<number>();
  const selected = messages.find(({ ID }) => ID === chosen) ?? messages[0];
  const targets = useTargets();
  const { rows } = form.values;
  const use = (target: string, path: string) => {
    form.set('rows', withPath(rows, target, path));
    toast(words.mapping.chosen(path, labelOf(targets, target)));
  };
  const usesOf = (path: string) =>
    rows.filter((row) => !row.isFixed && row.value.trim() === path).map(({ target }) => labelOf(targets, target));
  return (
    <Screen
      title={hook.name}
      note={<Received hook={hook} />}
      parent="hooks"
      actions={
        <>
          <HookSwitch hook={hook} hasText onTurned={reload} />
          <HookMenu hook={hook} onSaved={onSaved} />
        </>
      }
    >
      <div class="stack">
        <Send hook={hook} onSaved={onSaved} />
        <div class="hook-parts">
          <Messages
            messages={messages}
            selected={selected}
            onSelect={({ ID }) => setChosen(ID)}
            usesOf={usesOf}
            choices={(path, key) =>
              itemsOf(
                targets,
                (target) => use(target, path),
                () => use(dataTarget + key, path),
              )
            }
          />
          <section class="card" aria-labelledby="mapping">
            <header>
              <h2 id="mapping">{words.mapping.title}</h2>
              <span>{words.mapping.note}</span>
            </header>
            <div class="body form">
              <MappingEditor form={form} body={selected?.body} />
              <TryHook hookId={hook.ID} draft={form.values} message={selected} />
            </div>
          </section>
        </div>
      </div>
      <SaveBar form={form} />
      <LeaveGuard form={form} />
    </Screen>
  );
}

const Received = ({ hook }: { hook: Hook }) =>
  hook.last_at ? (
    <>
      {words.receivedCount(hook.received)} <Time at={hook.last_at} />
    </>
  ) : (
    <span>{words.receivedNone}</span>
  );

type ChangeProps = { hook: Hook; onSaved: (hook: Hook) => void };

/** Shows how to send a message, with a URL and an example to copy. */
const Send = ({ hook, onSaved }: ChangeProps) => (
  <section class="card" aria-labelledby="send">
    <header>
      <h2 id="send">{words.send}</h2>
      <span>{words.sendNote}</span>
    </header>
    <div class="body form">
      <Refused hook={hook} />
      <Copied
        label={text.objects.url}
        value={hook.url ?? ''}
        copyLabel={text.objects.copyUrl(hook.name)}
        hint={hook.signature ? undefined : words.urlNote}
      />
      <Signature hook={hook} onSaved={onSaved} />
      <Sample label={words.example} copyLabel={words.copyExample} text={exampleOf(hook)} />
    </div>
  </section>
);

/** Shows the number of refused messages and the reason for the last refusal. */
const Refused = ({ hook: { refused, refused_at: at, refused_detail: detail } }: { hook: Hook }) =>
  at && (
    <p class="notice warn">
      <span>
        {words.refused(refused)} <Time at={at} />. {detail}
      </span>
    </p>
  );

const exampleOf = ({ url }: Hook) =>
  `curl '${url}' \\\n  --json '{ "email": "ada@example.com", "first_name": "Ada", "order": { "id": 1, "total": 120 } }'`;

function HookMenu({ hook, onSaved }: ChangeProps) {
  const { route } = useLocation();
  const [open, setOpen] = useState<'rename' | 'rotate'>();
  const deletion = useHookDeletion(() => route(pathTo('hooks'), true));
  const close = () => setOpen(undefined);
  return (
    <>
      <MoreMenu
        name={hook.name}
        items={[
          { label: text.actions.rename, icon: 'edit', onSelect: () => setOpen('rename') },
          { label: words.rotate, icon: 'refresh', onSelect: () => setOpen('rotate') },
          deletion.item(hook),
        ]}
      />
      {open === 'rename' && (
        <NameDialog
          title={words.renameTitle(hook.name)}
          label={words.name}
          name={hook.name}
          maxLength={longestName}
          action={text.actions.save}
          onClose={close}
          save={async (name) => {
            onSaved((await api.post<{ hook: Hook }>(`/hook/update/${hook.ID}`, { name })).hook);
            toast(words.saved(name));
          }}
        />
      )}
      {open === 'rotate' && (
        <Confirm
          title={words.rotateTitle(hook.name)}
          action={words.rotate}
          onClose={close}
          onConfirm={async () => {
            onSaved((await api.post<{ hook: Hook }>(`/hook/rotate/${hook.ID}`)).hook);
            toast(words.rotated);
          }}
        >
          {words.rotateNote}
        </Confirm>
      )}
      {deletion.dialog}
    </>
  );
}

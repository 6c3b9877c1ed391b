/** One rule: its editor and its runs. A new rule has only the editor. */
import { useMemo, useRef, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { ensureKinds, useNeededKinds } from '../../core/kinds.ts';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { Rule } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { BackToRules } from './back-to-rules.tsx';
import { Editor } from './editor.tsx';
import { exampleDraft } from './examples.ts';
import { OneRule } from './one-rule.tsx';
import { useRuleForm } from './rule-form.ts';
import { useSecrets } from './secrets.tsx';
import { TurnOn } from './turn-on.tsx';

const words = text.rules;

export function RuleScreen() {
  const { id = '' } = useRoute().params;
  if (id !== 'new') return <SavedRule key={id} id={id} />;
  return may('editor') ? <NewRuleLoader /> : <NotAllowed />;
}

function NewRuleLoader() {
  const loaded = useNeededKinds();
  return loaded.data ? <NewRule /> : <Loading title={words.newRule} of={loaded} />;
}

function SavedRule({ id }: { id: string }) {
  const loaded = useLoad(
    async (signal) => {
      const [{ rule }] = await Promise.all([api.get<{ rule: Rule }>(`/rule/${id}`, {}, signal), ensureKinds()]);
      return rule;
    },
    [id],
  );
  if (loaded.data)
    return <OneRule rule={loaded.data} onSeen={(rule) => loaded.set(() => rule)} reload={loaded.reload} />;
  return <Loading title={words.one} of={loaded} />;
}

const Loading = <T,>({ title, of }: { title: string; of: Loaded<T> }) => (
  <Screen title={title} above={<BackToRules />}>
    <section class="card">
      <Show of={of}>{() => null}</Show>
    </section>
  </Screen>
);

/** Shows the editor of a new rule, which is saved turned off. "Save and turn on" then asks for confirmation. */
function NewRule() {
  const [{ example }] = useQuery();
  const { route } = useLocation();
  const isToTurnOn = useRef(false);
  const [turning, setTurning] = useState<Rule>();
  const open = ({ ID }: Rule) => route(pathTo('rule', { id: String(ID) }), true);
  const [secrets, show] = useSecrets((rule) => {
    toast(words.saved(rule.name));
    if (isToTurnOn.current) setTurning(rule);
    else open(rule);
  });
  const first = useMemo(() => exampleDraft(example), [example]);
  const form = useRuleForm({ first, onSaved: show });
  const save = (andTurnOn: boolean) => {
    isToTurnOn.current = andTurnOn;
    form.submit();
  };
  return (
    <Screen title={words.newRule} note={words.note} above={<BackToRules />}>
      <Editor form={form}>
        <span class="soft">{words.editor.startsOff}</span>
        <div class="bar">
          <Button isBusy={form.isBusy} onClick={() => save(true)}>
            {words.editor.saveAndTurnOn}
          </Button>
          <Button kind="main" isBusy={form.isBusy} onClick={() => save(false)}>
            {text.actions.save}
          </Button>
        </div>
      </Editor>
      <LeaveGuard form={form} />
      {secrets}
      {turning && <TurnOn rule={turning} onClose={() => open(turning)} onTurned={() => {}} />}
    </Screen>
  );
}

const NotAllowed = () => (
  <Screen title={words.newRule} above={<BackToRules />}>
    <section class="card">
      <Empty icon="lock" title={words.notYours}>
        {words.notYoursNote}
      </Empty>
    </section>
  </Screen>
);

/** One rule: its editor and its runs. A new rule has only the editor. */
import { useMemo, useRef, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { Button } from '../../../../shared/ui/button.tsx';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { toast } from '../../../../shared/ui/toast.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { ensureKinds, useNeededKinds } from '../../core/kinds.ts';
import { LeaveGuard } from '../../core/leave-guard.tsx';
import { Loading, Refused, useObject } from '../../core/object-screen.tsx';
import { pathTo } from '../../core/routes.ts';
import { SaveBar } from '../../core/save-bar.tsx';
import { may } from '../../core/session.ts';
import type { Rule } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { Editor } from './editor.tsx';
import { exampleDraft } from './examples.ts';
import { OneRule } from './one-rule.tsx';
import { useRuleForm } from './rule-form.ts';
import { useSecrets } from './secrets.tsx';
import { TurnOn } from './turn-on.tsx';

const words = text.rules;
const newPlace = { parent: 'rules', title: words.newRule } as const;

export function RuleScreen() {
  const { id = '' } = useRoute().params;
  if (id !== 'new') return <SavedRule key={id} id={id} />;
  return may('editor') ? <NewRuleLoader /> : <Refused {...newPlace} least="editor" />;
}

const NewRuleLoader = () => (
  <Loading {...newPlace} of={useNeededKinds()}>
    {() => <NewRule />}
  </Loading>
);

function SavedRule({ id }: { id: string }) {
  const loaded = useObject<Rule>('rule', id, ensureKinds);
  return (
    <Loading parent="rules" title={words.one} of={loaded}>
      {(rule) => <OneRule rule={rule} onSeen={(saved) => loaded.set(() => saved)} reload={loaded.reload} />}
    </Loading>
  );
}

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
    <Screen {...newPlace} note={words.note}>
      <Editor form={form} />
      <SaveBar form={{ ...form, submit: () => save(false) }} isNew note={words.editor.startsOff}>
        <Button isBusy={form.isBusy} onClick={() => save(true)}>
          {words.editor.saveAndTurnOn}
        </Button>
      </SaveBar>
      <LeaveGuard form={form} />
      {secrets}
      {turning && <TurnOn rule={turning} onClose={() => open(turning)} onTurned={() => {}} />}
    </Screen>
  );
}

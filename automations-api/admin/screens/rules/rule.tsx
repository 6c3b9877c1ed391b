/** One rule: its editor, its runs, and trying it; a new one has its editor alone. */
import { useMemo } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import { useQuery } from '../../../../shared/ui/address.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../api.ts';
import { LeaveGuard } from '../../leave-guard.tsx';
import { pathTo } from '../../routes.ts';
import { may } from '../../session.ts';
import { text } from '../../text/text.ts';
import type { Rule } from '../../types.ts';
import { BackToRules } from './back.tsx';
import { Editor } from './editor.tsx';
import { exampleDraft } from './examples.ts';
import { OneRule } from './one-rule.tsx';
import { useRuleForm } from './rule-form.ts';
import { useSecrets } from './secrets.tsx';

const words = text.rules;

export function RuleScreen() {
  const { id = '' } = useRoute().params;
  if (id !== 'new') return <SavedRule key={id} id={id} />;
  return may('editor') ? <NewRule /> : <Lookers />;
}

function SavedRule({ id }: { id: string }) {
  const loaded = useLoad((signal) => api.get<{ rule: Rule }>(`/rule/${id}`, {}, signal).then(({ rule }) => rule), [id]);
  if (loaded.data)
    return <OneRule rule={loaded.data} onSeen={(rule) => loaded.set(() => rule)} reload={loaded.reload} />;
  return (
    <Screen title={words.one} above={<BackToRules />}>
      <section class="card">
        <Show of={loaded}>{() => null}</Show>
      </section>
    </Screen>
  );
}

function NewRule() {
  const [{ example }] = useQuery();
  const { route } = useLocation();
  const [secrets, show] = useSecrets((rule) => route(pathTo('rule', { id: String(rule.ID) }), true));
  const first = useMemo(() => exampleDraft(example), [example]);
  const form = useRuleForm({ first, onSaved: show });
  return (
    <Screen title={words.newRule} note={words.note} above={<BackToRules />}>
      <Editor form={form} isNew />
      <LeaveGuard form={form} />
      {secrets}
    </Screen>
  );
}

const Lookers = () => (
  <Screen title={words.newRule} above={<BackToRules />}>
    <section class="card">
      <Empty icon="lock" title={words.notYours}>
        {words.notYoursNote}
      </Empty>
    </section>
  </Screen>
);

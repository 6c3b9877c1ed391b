/** The first part of a rule: what has to happen to a contact, and to which tag, list or link. */
import { useId } from 'preact/hooks';
import { longestUrl } from '../../../../shared/limits-of-fields.ts';
import { Combobox } from '../../../../shared/ui/combobox.tsx';
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { uiText } from '../../../../shared/ui/text.ts';
import { api } from '../../core/api.ts';
import { choicesOf, nameOfTerm, type TermKind, useTermSearch, useTerms } from '../../core/terms.ts';
import { text } from '../../text/text.ts';
import { type DraftTrigger, narrowOf } from './draft.ts';
import { Part } from './part.tsx';
import type { RuleForm } from './rule-form.ts';

const words = text.rules.editor;
const events = Object.entries(text.rules.events).map(([value, label]) => ({ value, label }));

export function When({ form }: { form: Pick<RuleForm, 'values' | 'set' | 'problems'> }) {
  const { trigger } = form.values;
  const set = (changes: Partial<DraftTrigger>) => form.set('trigger', { ...trigger, ...changes });
  return (
    <Part title={words.when}>
      <div class="pair">
        <Select
          label={words.event}
          value={trigger.event}
          options={events}
          error={form.problems.trigger}
          onValue={(event) => set({ event })}
        />
        <Narrow trigger={trigger} set={set} />
      </div>
    </Part>
  );
}

type NarrowProps = { trigger: DraftTrigger; set: (changes: Partial<DraftTrigger>) => void };

function Narrow({ trigger, set }: NarrowProps) {
  const narrow = narrowOf(trigger.event);
  if (narrow === undefined) return null;
  if (narrow !== 'link') return <OneTerm key={narrow} kind={narrow} value={trigger[narrow]} onChoose={set} />;
  return <OneLink value={trigger.link} onType={(link) => set({ link })} />;
}

/** Any short URL will do; those that were clicked before are offered. */
function OneLink({ value, onType }: { value: string; onType: (link: string) => void }) {
  const id = useId();
  const search = useSettled(value.trim(), 200);
  const found = useLoad(
    (signal) => api.get<{ links: { ID: string; url: string }[] }>('/clicked-links', { search, limit: 20 }, signal),
    [search],
  );
  return (
    <>
      <TextField
        label={words.link}
        hint={words.linkHint}
        placeholder={uiText.list.any}
        maxLength={longestUrl}
        autocomplete="off"
        list={id}
        value={value}
        onValue={onType}
      />
      <datalist id={id}>
        {found.data?.links.map(({ ID, url }) => (
          <option key={ID} value={url} />
        ))}
      </datalist>
    </>
  );
}

type OneTermProps = { kind: TermKind; value: string; onChoose: NarrowProps['set'] };

function OneTerm({ kind, value, onChoose }: OneTermProps) {
  const terms = useTerms(kind);
  const known = choicesOf(terms);
  const own =
    value === '' || known.some((choice) => choice.value === value) ? [] : [{ value, label: nameOfTerm(terms, value) }];
  return (
    <Combobox
      label={words[kind]}
      value={value}
      choices={[{ value: '', label: uiText.list.any }, ...own, ...known]}
      onType={useTermSearch(kind)}
      onChoose={(id) => onChoose({ [kind]: id })}
    />
  );
}

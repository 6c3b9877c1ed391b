/** UTM parameters, with the workspace's templates and the values that it uses. */
import { useState } from 'preact/hooks';
import { links } from '../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { toast, toastError } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import type { UtmTemplateList } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { fields, type UtmValues, utmMembers } from './fields.ts';

const words = text.linkForm;
const pathOf = (name: string) => `/utm-templates/${encodeURIComponent(name)}`;

type UtmProps = {
  utm: UtmValues;
  onUtm: (utm: UtmValues) => void;
  /** The form's problems, with names such as `utm.source`. */
  problems?: Record<string, string>;
};

export function UtmFields({ utm, onUtm, problems = {} }: UtmProps) {
  const saved = useLoad((signal) => api.get<UtmTemplateList>('/utm-templates', {}, signal), []);
  return (
    <>
      <Templates saved={saved} onChoose={onUtm} />
      <div class="pair">
        {utmMembers.map((name) => (
          <TextField
            key={name}
            label={words.utm[name]}
            maxLength={links.utm}
            autocomplete="off"
            suggestions={saved.data?.used[name]}
            value={utm[name]}
            onValue={(value) => onUtm({ ...utm, [name]: value })}
            error={problems[`utm.${name}`]}
          />
        ))}
      </div>
      {fields.utm.given(utm) && <Keep utm={utm} onKept={saved.reload} />}
    </>
  );
}

type TemplatesProps = { saved: Loaded<UtmTemplateList>; onChoose: (utm: UtmValues) => void };

function Templates({ saved, onChoose }: TemplatesProps) {
  const [chosen, setChosen] = useState('');
  const all = saved.data?.templates ?? [];
  const choose = (name: string) => {
    setChosen(name);
    const template = all.find((one) => one.name === name);
    if (template) onChoose(fields.utm.typed(template.utm));
  };
  const forget = async () => {
    await api.delete(pathOf(chosen));
    toast(words.utmForgotten(chosen));
    setChosen('');
    saved.reload();
  };
  if (all.length === 0) return null;
  return (
    <div class="links-template">
      <Select
        label={words.utmTemplate}
        value={chosen}
        onValue={choose}
        options={[
          { value: '', label: words.utmTemplateNone },
          ...all.map(({ name }) => ({ value: name, label: name })),
        ]}
      />
      {chosen && (
        <Button
          kind="bare"
          icon="trash"
          label={words.utmForget(chosen)}
          onClick={() => void forget().catch(toastError)}
        />
      )}
    </div>
  );
}

/** Shows the controls that save a template. They are not a `<form>`, because forms cannot be nested. */
function Keep({ utm, onKept }: { utm: UtmValues; onKept: () => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const keep = async () => {
    try {
      await api.put(pathOf(name.trim()), { utm: fields.utm.given(utm) });
      toast(words.utmKept(name.trim()));
      setName('');
      setProblem(undefined);
      onKept();
    } catch (error) {
      setProblem(sentenceOf((error as Error).message, words.utmKeepName));
    }
  };
  return (
    <div class="links-template">
      <TextField
        label={words.utmKeepName}
        maxLength={links.utmTemplateName}
        autocomplete="off"
        value={name}
        onValue={setName}
        error={problem}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (name.trim()) void keep();
        }}
      />
      <Button disabled={name.trim() === ''} onClick={() => void keep()}>
        {words.utmKeep}
      </Button>
    </div>
  );
}

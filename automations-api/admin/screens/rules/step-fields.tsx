/** Controls for the fields of one step. */
import { pathTo } from '../../core/routes.ts';
import type { StepKind, WaitUntil } from '../../core/types.ts';
import type { Filter } from '../../filter/conditions.ts';
import { FilterEditor } from '../../filter/filter-editor.tsx';
import { MemberError } from '../../members/form-error.tsx';
import { MemberInput } from '../../members/form-input.tsx';
import { text } from '../../text/later.ts';
import type { DraftStep } from './draft.ts';
import { WaitUntilFields } from './wait-until-fields.tsx';

const words = text.rules.editor;

type StepFieldsProps = {
  step: DraftStep;
  /** The step's kind; undefined while loading, and for steps of an inactive plugin. */
  kind: StepKind | undefined;
  readOnly: boolean;
  error: string | undefined;
  onChange: (changes: Partial<DraftStep>) => void;
};

export function StepFields({ step, kind, readOnly, error, onChange }: StepFieldsProps) {
  const { values } = step;
  const members = Object.entries(kind?.members.properties ?? {}).filter(([, { control }]) => control !== 'steps');
  const control = ([name, member]: (typeof members)[number], index: number) => {
    const onValue = (value: unknown) => onChange({ values: { ...values, [name]: value } });
    const common = { key: name, error: index === 0 ? error : undefined };
    const value = values[name];
    if (member.control === 'filter')
      return <FilterEditor {...common} value={(value ?? {}) as Filter} onChange={onValue} />;
    if (member.control === 'wait_until')
      return <WaitUntilFields {...common} value={value as WaitUntil} onChange={onValue} />;
    const shown = readOnly ? { ...member, description: words.fixed } : member;
    return <MemberInput {...common} member={shown} value={value} readOnly={readOnly} onValue={onValue} />;
  };
  return (
    <>
      {kind?.note && <p class="soft">{kind.note}</p>}
      {members.map(control)}
      {(members.length === 0 || members[0]?.[1].control === 'filter') && <MemberError error={error} />}
      {typeof values.webhook_id === 'number' && (
        <p class="small">
          <a href={pathTo('webhook', { id: String(values.webhook_id) })}>{words.deliveries}</a>
        </p>
      )}
    </>
  );
}

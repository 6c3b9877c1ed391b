/** Controls for the fields of one step. */

import { pathTo } from '../../core/routes.ts';
import type { StepKind } from '../../core/types.ts';
import type { Filter } from '../../filter/conditions.ts';
import { FilterEditor } from '../../filter/filter-editor.tsx';
import { MemberError } from '../../members/form-error.tsx';
import { MemberInput } from '../../members/form-input.tsx';
import { text } from '../../text/text.ts';
import type { DraftStep } from './draft.ts';

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
  const { values, hook } = step;
  const members = Object.entries(kind?.members.properties ?? {}).filter(([, { control }]) => control !== 'steps');
  return (
    <>
      {kind?.note && <p class="soft">{kind.note}</p>}
      {members.map(([name, member], index) =>
        member.control === 'filter' ? (
          <FilterEditor
            key={name}
            value={(values[name] ?? {}) as Filter}
            onChange={(value) => onChange({ values: { ...values, [name]: value } })}
          />
        ) : (
          <MemberInput
            key={name}
            member={readOnly ? { ...member, description: words.fixed } : member}
            value={values[name]}
            error={index === 0 ? error : undefined}
            readOnly={readOnly}
            onValue={(value) => onChange({ values: { ...values, [name]: value } })}
          />
        ),
      )}
      {(members.length === 0 || members[0]?.[1].control === 'filter') && <MemberError error={error} />}
      {hook && hook.url === values.url && (
        <p class="small">
          <a href={pathTo('webhook', { id: String(hook.id) })}>{words.deliveries}</a>
        </p>
      )}
    </>
  );
}

/** The second part of a rule: the filter that contacts must match. */

import { eventKindOf, useKinds } from '../../core/kinds.ts';
import { FilterEditor } from '../../filter/filter-editor.tsx';
import { text } from '../../text/text.ts';
import type { RuleForm } from './rule-form.ts';
import { Part } from './rule-part.tsx';

const words = text.rules.editor;

export function OnlyIf({ form }: { form: Pick<RuleForm, 'values' | 'set' | 'problems'> }) {
  const { conditions, trigger } = form.values;
  const isOver = eventKindOf(useKinds(), trigger.event)?.leaves_nobody ?? false;
  const isPointless = isOver && Object.keys(conditions).length === 0;
  return (
    <Part title={words.onlyIf} note={words.onlyIfNote} error={form.problems.conditions}>
      {isPointless ? (
        <p class="soft">{words.nobodyLeft}</p>
      ) : (
        <FilterEditor value={conditions} onChange={(filter) => form.set('conditions', filter)} />
      )}
    </Part>
  );
}

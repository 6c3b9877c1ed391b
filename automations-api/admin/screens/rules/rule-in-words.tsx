/** A rule as text, for viewers. */

import { useKnown } from '../../core/named-objects.ts';
import type { Rule } from '../../core/types.ts';
import { filterWords } from '../../filter/words.ts';
import { text } from '../../text/text.ts';
import { Part } from './rule-part.tsx';
import { stepWords, triggerWords } from './words.ts';

const words = text.rules.editor;

export function RuleInWords({ rule }: { rule: Rule }) {
  const known = useKnown();
  return (
    <div class="rule-editor">
      <Part title={words.when}>
        <p>{triggerWords(rule.trigger, known)}</p>
      </Part>
      <Part title={words.onlyIf}>
        <p>{filterWords(rule.conditions, known)}</p>
      </Part>
      <Part title={words.thenDo}>
        <ol class="rule-said">
          {rule.steps.map((step, index) => (
            <li key={index}>
              <span class="rule-number">{index + 1}</span>
              {stepWords(step, known)}
            </li>
          ))}
        </ol>
      </Part>
    </div>
  );
}

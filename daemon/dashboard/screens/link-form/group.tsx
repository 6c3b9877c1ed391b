/** A collapsible part of the form, initially open if it has a value or a problem. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../text/later.ts';
import { type PlanDescription, PlanNotice } from './plan-gate.tsx';

const words = text.linkForm;

export type GroupProps = {
  title: string;
  /** True if a field of the group has a value. */
  isSet: boolean;
  hasProblem: boolean;
  /** The plan that the group requires, and the name of the feature. */
  gate?: { plan: PlanDescription; what: string };
  children: ComponentChildren;
};

export function Group({ title, isSet, hasProblem, gate, children }: GroupProps) {
  const [isOpen, setOpen] = useState(isSet);
  const isShown = isOpen || hasProblem;
  return (
    <details
      class="group"
      title={title}
      open={isShown}
      onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}
    >
      <summary>
        <span>{title}</span>
        {isSet && <span class="tag good">{words.isSet}</span>}
        {gate && <span class="tag">{text.plans[gate.plan.plan]}</span>}
      </summary>
      {isShown && (
        <div class="form">
          {gate && <PlanNotice problem={words.gate(gate.what, text.plans[gate.plan.plan])} plan={gate.plan} />}
          {/* Values from a previous plan can still be cleared. */}
          <fieldset class="form" disabled={gate !== undefined && !isSet}>
            {children}
          </fieldset>
        </div>
      )}
    </details>
  );
}

/** A collapsible part of the form, initially open if it has a value or a problem. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../text/later.ts';
import { type Gate, PlanNotice } from './plan-gate.tsx';

const words = text.linkForm;

export type GroupProps = {
  title: string;
  /** True if a field of the group has a value. */
  isSet: boolean;
  /** True if the group is open at first even without a value. */
  isOpenFirst?: boolean;
  hasProblem?: boolean;
  gate?: Gate;
  children: ComponentChildren;
};

export function Group({ title, isSet, isOpenFirst = isSet, hasProblem = false, gate, children }: GroupProps) {
  const [isOpen, setOpen] = useState(isOpenFirst);
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

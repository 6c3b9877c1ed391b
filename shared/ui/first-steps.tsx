/** A numbered step for new users: to do now, to do later, or done. */
import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import { uiText } from './text.ts';

type FirstStepProps = { n: number; title: string; isDone: boolean; isNow: boolean; children?: ComponentChildren };

/** Shows a step. Its parent is an `ol` of the class `first-steps`. */
export function FirstStep({ n, title, isDone, isNow, children }: FirstStepProps) {
  return (
    <li class={isDone ? 'done' : isNow ? 'now' : ''} aria-current={isNow ? 'step' : undefined}>
      <span class="mark" aria-hidden="true">
        {isDone ? <Icon name="check" /> : n}
      </span>
      <div>
        <h2>
          {title}
          {isDone && <span class="sr"> ({uiText.done})</span>}
        </h2>
        {children}
      </div>
    </li>
  );
}

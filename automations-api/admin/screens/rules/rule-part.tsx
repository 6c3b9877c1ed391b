/** One part of a rule: a card, joined to the next one by a line. */

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';

type PartProps = {
  title: string;
  note?: string;
  error?: string;
  /** Content of the card. */
  children?: ComponentChildren;
  /** Content below the card, on the line. */
  below?: ComponentChildren;
};

export function Part({ title, note, error, children, below }: PartProps) {
  const id = useId();
  return (
    <section class="rule-part" aria-labelledby={id}>
      <div class="card">
        <header>
          <h2 id={id}>{title}</h2>
          {note && <span>{note}</span>}
        </header>
        {error && (
          <p class="notice bad" role="alert">
            {sentenceOf(error)}
          </p>
        )}
        {children && <div class="body form">{children}</div>}
      </div>
      {below}
    </section>
  );
}

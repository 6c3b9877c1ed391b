/** The card around ranked rows. */
import type { ComponentChildren } from 'preact';

export type RankCardProps = {
  title: string;
  /** The shown ranking, if there are several. */
  tabs?: ComponentChildren;
  /** Without tabs, to the right of the title: the metric, or a link to more. */
  aside?: ComponentChildren;
  children: ComponentChildren;
};

export function RankCard({ title, tabs, aside, children }: RankCardProps) {
  return (
    <section class="card ranks" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {tabs ? (
          <fieldset class="pick" aria-label={title}>
            {tabs}
          </fieldset>
        ) : (
          <span>{aside}</span>
        )}
      </header>
      {children}
    </section>
  );
}

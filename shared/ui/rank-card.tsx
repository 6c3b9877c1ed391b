/** The card around ranked rows. */
import type { ComponentChildren } from 'preact';

export type RankCardProps = {
  title: string;
  /** Tabs that choose between rankings, if there are several. */
  tabs?: ComponentChildren;
  /** Content to the right of the title if there are no tabs: the metric, or a link to more rows. */
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

/** Facts about one object, for a `dl` of the class `facts`. */
import type { ComponentChildren } from 'preact';

export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);

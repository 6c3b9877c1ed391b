/** An example command that can be copied. */
import { CopyButton } from './button.tsx';

/** `copyLabel` names the button for screen readers, which do not see the text beside it. */
type SampleProps = { label: string; copyLabel: string; text: string };

export const Sample = ({ label, copyLabel, text }: SampleProps) => (
  <figure class="sample">
    <figcaption>
      <span class="label">{label}</span>
      <CopyButton kind="bare" text={text} name={copyLabel} />
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
    <pre tabIndex={0}>{text}</pre>
  </figure>
);

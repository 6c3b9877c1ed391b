/** A read-only text with a button beside it that copies the text. */
import type { ComponentChildren } from 'preact';
import { CopyButton } from '../../../shared/ui/button.tsx';
import { ReadOnly } from '../../../shared/ui/field.tsx';

/** `copyLabel` names the button for screen readers, which do not see the text beside it. */
type CopiedProps = { label: string; value: string; copyLabel: string; hint?: ComponentChildren };

export const Copied = ({ label, value, copyLabel, hint }: CopiedProps) => (
  <div class="copied">
    <ReadOnly label={label} value={value} />
    <CopyButton text={value} name={copyLabel} />
    {hint && <p class="hint">{hint}</p>}
  </div>
);

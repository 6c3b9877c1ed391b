/** The steps of an import from the file to the report. */
import { Icon } from '../icon.tsx';
import type { ImportWords } from '../text/en/import.ts';
import { uiText } from '../text.ts';
import { type ImportRecord, isOver } from './record.ts';

const steps = ['file', 'check', 'import'] as const;

/** Returns the index of the current step, or the number of steps once the import is over. */
export const stepOf = (record: ImportRecord): number => (record.dryRun ? 1 : isOver(record) ? steps.length : 2);

export const Steps = ({ words: { steps: words }, at }: { words: ImportWords; at: number }) => (
  <ol class="import-steps" aria-label={words.label}>
    {steps.map((step, n) => (
      <li key={step} aria-current={n === at ? 'step' : undefined} class={n < at ? 'done' : undefined}>
        <i aria-hidden="true">{n < at ? <Icon name="check" size={13} /> : n + 1}</i>
        {words[step]}
        {n < at && <span class="sr">, {uiText.done}</span>}
      </li>
    ))}
  </ol>
);

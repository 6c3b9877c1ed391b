/** The choice of file format. */
import type { Signal } from '@preact/signals';
import { kept } from '../../../../shared/ui/preferences.ts';
import { text } from '../../text/later.ts';

const words = text.export;
const formats = ['csv', 'jsonl'] as const;
type ExportFormat = (typeof formats)[number];

export const chosenFormat: Signal<ExportFormat> = kept<ExportFormat>('export-format', 'csv');

export const FormatCard = () => (
  <section class="card" aria-labelledby="format">
    <header>
      <h2 id="format">{words.formatTitle}</h2>
    </header>
    <div class="body stack" role="radiogroup" aria-labelledby="format">
      {formats.map((format) => (
        <label key={format} class="check">
          <input
            type="radio"
            name="format"
            value={format}
            checked={chosenFormat.value === format}
            onChange={() => {
              chosenFormat.value = format;
            }}
          />
          <span>
            {words.formats[format]}
            <small>{words.formatHints[format]}</small>
          </span>
        </label>
      ))}
    </div>
  </section>
);

/** The choices of a time zone. */
import type { Choice } from './combobox.tsx';

export const zoneChoices = (): Choice[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, label: value.replaceAll('_', ' ') }));

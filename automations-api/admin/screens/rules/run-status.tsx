/** A run's status as a coloured badge. */

import type { RunStatus } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { runColours } from './run-state.ts';

export const RunStatusTag = ({ status }: { status: RunStatus }) => (
  <span class={runColours[status]}>{text.rules.statuses[status]}</span>
);

/** How a run stands, in words and in a colour. */
import { text } from '../../text/text.ts';
import type { RunStatus } from '../../types.ts';
import { runColours } from './run-state.ts';

export const RunStatusTag = ({ status }: { status: RunStatus }) => (
  <span class={runColours[status]}>{text.rules.statuses[status]}</span>
);

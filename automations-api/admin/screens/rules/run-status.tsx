/** Statuses of runs in display order, with their colours and badges. */
import type { Rule, RuleRun, RunStatus } from '../../core/types.ts';
import { text } from '../../text/later.ts';

export const runStatuses: readonly RunStatus[] = [
  ...(['running', 'waiting', 'done', 'reached_goal', 'stopped', 'failed', 'cancelled'] as const),
];

const runColours: Record<RunStatus, string> = {
  running: 'tag warn',
  waiting: 'tag',
  done: 'tag good',
  stopped: 'tag',
  failed: 'tag bad',
  cancelled: 'tag',
  reached_goal: 'tag good',
};

export const isOpen = ({ status }: Pick<RuleRun, 'status'>): boolean => status === 'running' || status === 'waiting';

export const openRuns = ({ runs }: Pick<Rule, 'runs'>): number => runs.running + runs.waiting;
export const allRuns = ({ runs }: Pick<Rule, 'runs'>): number => Object.values(runs).reduce((sum, n) => sum + n, 0);

export const RunStatusTag = ({ status }: { status: RunStatus }) => (
  <span class={runColours[status]}>{text.rules.statuses[status]}</span>
);

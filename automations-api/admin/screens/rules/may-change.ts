/** Which parts of rules one may change: a step with a webhook is a webhook, and those are for administrators. */
import { may } from '../../core/session.ts';
import type { Rule } from '../../core/types.ts';
import type { StepKind } from './draft.ts';

export const mayChange = (kind: StepKind): boolean => kind !== 'webhook' || may('administrator');

export const mayDelete = ({ steps }: Rule): boolean =>
  may('editor') && steps.every(({ action }) => action === undefined || mayChange(action as StepKind));

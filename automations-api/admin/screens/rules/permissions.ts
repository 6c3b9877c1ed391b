/** Permissions on parts of rules. Only administrators can change steps with webhooks. */

import { kindNameOf, stepKindOf } from '../../core/kinds.ts';
import { may } from '../../core/session.ts';
import type { Kinds, Rule } from '../../core/types.ts';
import { placesOf } from './step-tree.ts';

/** Checks whether the user can change a step. Unknown kinds (inactive plugins) need an administrator. */
export const canChange = (kinds: Kinds | undefined, name: string): boolean => {
  const kind = stepKindOf(kinds, name);
  return may('administrator') || (kind !== undefined && kind.right !== 'administrator');
};

export const canDelete = (kinds: Kinds | undefined, { steps }: Rule): boolean =>
  may('editor') && placesOf(steps).every(({ step }) => canChange(kinds, kindNameOf(step)));

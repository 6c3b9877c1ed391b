/** Which parts of rules one may change: a step with a webhook is a webhook, and those are for administrators. */

import { kindNameOf, stepKindOf } from '../../core/kinds.ts';
import { may } from '../../core/session.ts';
import type { Kinds, Rule } from '../../core/types.ts';

/** While kinds are not known, and of a plugin that is off, administrators alone may. */
export const mayChange = (kinds: Kinds | undefined, name: string): boolean => {
  const kind = stepKindOf(kinds, name);
  return may('administrator') || (kind !== undefined && kind.right !== 'administrator');
};

export const mayDelete = (kinds: Kinds | undefined, { steps }: Rule): boolean =>
  may('editor') && steps.every((step) => mayChange(kinds, kindNameOf(step)));

/** Common parts of the operators' routes. */
import type { Auth } from '../../identity/auth.ts';
import type { By } from '../core/actions.ts';

/** The requirements of these routes: an operator's session, in any workspace. */
export const forOperators = {
  group: 'Safety',
  role: 'viewer',
  caller: 'operator',
} as const;

export const byOf = ({ userId }: Auth, reason: string): By => ({ userId, reason });

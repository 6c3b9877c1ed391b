/** Common parts of all operator routes. */
import type { Auth } from '../../identity/auth.ts';
import type { By } from '../core/actions.ts';

/** A session's alone, whatever its workspace: what it may is its user's. */
export const ofOperators = {
  group: 'Safety',
  role: 'viewer',
  caller: 'operator',
} as const;

export const byOf = ({ userId }: Auth, reason: string): By => ({ userId, reason });

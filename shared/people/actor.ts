/** The actor in the audit log: a signed-in user, a user's API key, the operator's command line, or the service. */
export type Actor =
  | { type: 'session'; userId: number }
  | { type: 'api_key'; userId: number; keyPublicId: string }
  | { type: 'operator' }
  | { type: 'system' };

export const operator: Actor = { type: 'operator' };
export const system: Actor = { type: 'system' };

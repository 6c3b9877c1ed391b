/** Acts of people that the site's audit log keeps, where a plugin keeps one. */
import type { Caller } from '../../../host/core/route.ts';
import type { Context } from './context.ts';

/** `act` is the noun and the verb; `data` holds no secrets. */
export const noteAct = (
  { hooks }: Pick<Context, 'hooks'>,
  { type, id, name }: Caller,
  act: `${'admin' | 'mail' | 'settings'}.${string}`,
  subject: number | string,
  data?: object,
): Promise<void> => hooks.doAction('automations_audit', { by: { type, id, name }, act, subject, data });

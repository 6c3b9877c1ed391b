/** Signs a user in with the link from an email, which works once. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { ApiError } from '../../../../shared/ui/service.ts';
import { uiText } from '../../../../shared/ui/text.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { site } from '../../core/api.ts';
import { base } from '../../core/routes.ts';
import { enter } from '../../core/session.ts';
import type { Session } from '../../core/types.ts';

/** `send` posts to `path` with the link's token; `isBroken` once the service took it no more. */
export function useMailedToken(path: string, done: string) {
  const { query, route } = useLocation();
  const { token = '' } = query;
  const [isBroken, setBroken] = useState(token === '');
  const send = async (body: object) => {
    try {
      enter(await site.post<Session>(path, { token, ...body }));
    } catch (error) {
      if (error instanceof ApiError && error.fields.token) return setBroken(true);
      if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error;
      toast(uiText.secondFactor.passwordSet);
      return route(base, true);
    }
    toast(done);
    route(base, true);
  };
  return { token, isBroken, send };
}

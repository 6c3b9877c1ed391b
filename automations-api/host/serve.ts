/** The host's answers to every request that no other route of the service answers: pages, then the REST API. */
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpOptions, HttpRequest } from '../../shared/http/route.ts';
import type { PluginHost } from './plugin-host.ts';

export function serveHost({ rest, pages, pulse }: PluginHost) {
  const handle = (request: HttpRequest): Promise<HttpAnswer> => {
    pulse.stir();
    return rest.handle(request);
  };
  const serving: Required<Pick<HttpOptions, 'hot' | 'renderError'>> = {
    hot(res, req, kit) {
      const match = pages.find(req.getUrl());
      if (!match) return kit.later(res, req, handle);
      pulse.stir();
      kit.later(res, req, (request) => pages.handle(match, request), match.bodyLimit);
    },
    renderError: (error, request) => (pages.find(request.path) ? pages : rest).renderError(error, request),
  };
  return { handle, serving };
}

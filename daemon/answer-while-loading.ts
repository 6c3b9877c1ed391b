/** Answers to requests while a process is still loading its links: 503 with `Retry-After`. */
import { unavailable } from '../shared/errors.ts';
import { healthRoutes } from '../shared/http/health.ts';
import { openPlaceholder } from '../shared/http/placeholder.ts';
import type { HttpRequest } from '../shared/http/route.ts';
import { errorRenderer } from './api/errors.ts';
import type { Booted } from './core/boot.ts';
import { visitOf } from './redirect/core/visit.ts';
import { pageAnswer, pages } from './redirect/pages.ts';

const afterSeconds = 2;

/** Answers every request with 503, until the returned function is called. */
export function answerWhileLoading({ config, log }: Pick<Booted, 'config' | 'log'>): Promise<() => Promise<void>> {
  const sync = async () => 'the links are loading';
  return openPlaceholder(config.host, config.linksPort, {
    routes: healthRoutes({ all: { sync }, traffic: { sync }, writes: { sync } }),
    hot: (res, req, kit) => kit.later(res, req, refuse),
    renderError: errorRenderer(log),
  });
}

function refuse(request: HttpRequest) {
  if (request.path.startsWith('/api/'))
    throw unavailable('Waypost is starting. Try again in a moment.', { afterSeconds });
  return pageAnswer(pages.unknown, visitOf(request).headers, { 'Retry-After': String(afterSeconds) });
}

/**
 * Unsaved drafts to preview, kept for a while under a random token, and the pages that show them. The token replaces a
 * session, since browsers open the pages without the session's headers.
 */
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config/config.ts';
import { randomToken } from '../../shared/secrets/secrets.ts';
import { notFound } from './core/errors.ts';
import { type Page, page } from './pages.ts';

export type Previews<Draft> = {
  /** Stores the draft. Resolves to its token. */
  keep(draft: Draft): Promise<string>;
  find(token: string): Promise<Draft | undefined>;
};

const anHour = 3_600;

/** Opens the store of drafts. `name` is the kind of drafts, which separates their tokens from those of other kinds. */
export function openPreviews<Draft>(
  redis: Redis,
  { redisPrefix, tablePrefix }: Config,
  name: string,
  keptSeconds = anHour,
): Previews<Draft> {
  const keyOf = (token: string) => `${redisPrefix}:${tablePrefix}${name}-preview:${token}`;
  return {
    async keep(draft) {
      const token = randomToken();
      await redis.set(keyOf(token), JSON.stringify(draft), 'EX', keptSeconds);
      return token;
    },
    async find(token) {
      const kept = /^[0-9A-Za-z]{1,100}$/.test(token) ? await redis.get(keyOf(token)) : null;
      return kept === null ? undefined : (JSON.parse(kept) as Draft);
    },
  };
}

/** The content of a preview's page. */
export type Preview = { html: string } | { text: string };

/** The page blocks scripts, as mail programs do. Only the admin application can show it in a frame. */
const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src http: https:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  ].join('; '),
};

/** Declares the page of drafts at `path` and their token. A draft is rendered when its page opens. */
export const previewPage = <Draft>(
  { find }: Previews<Draft>,
  path: string,
  render: (draft: Draft) => Promise<Preview>,
): Page =>
  page({
    methods: ['GET'],
    path: `${path}/{token}`,
    async callback({ params }) {
      const draft = await find(params.token);
      if (draft === undefined) throw notFound('preview');
      const preview = await render(draft);
      if ('html' in preview) return { text: preview.html, headers };
      return { text: preview.text, contentType: 'text/plain; charset=utf-8', headers };
    },
  });

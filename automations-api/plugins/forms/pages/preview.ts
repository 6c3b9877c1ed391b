/** The preview of unsaved settings: the form's own page, for a frame of the admin application. It accepts nothing. */
import { htmlDocument, pageHeaders } from '../../../../shared/pages/html.ts';
import { notFound } from '../../../host/core/errors.ts';
import { type Page, page } from '../../../host/pages.ts';
import type { Context } from '../core/context.ts';
import { type FormSettings, formUrl } from '../core/definition.ts';
import { findShown } from './fields.ts';
import { frameOf } from './frame.ts';
import { formPage } from './render.ts';

const slug = 'preview';

/** Stores settings to preview. Resolves to the URL of their page. */
export async function keepPreview({ previews, config }: Context, settings: FormSettings): Promise<string> {
  return `${formUrl(config.siteUrl, slug)}/${await previews.keep(settings)}`;
}

export const previewPage = (context: Context): Page =>
  page({
    methods: ['GET'],
    path: `/forms/${slug}/{token}`,
    async callback(request) {
      const previewed = await context.previews.find(request.params.token);
      if (!previewed) throw notFound('preview');
      const frame = await frameOf(context, request);
      const shown = await findShown(context, previewed.definition);
      const { title, body } = formPage(frame, { ...previewed, shown }, { token: '', bits: 0 });
      const { brand, language } = frame;
      const { 'Content-Security-Policy': policy = '', ...headers } = pageHeaders("'self'", brand, language);
      return {
        // Without a script, and in a frame of the same origin only, which blocks its form.
        headers: { ...headers, 'Content-Security-Policy': framed(policy) },
        text: htmlDocument(title, body, brand, { language }),
      };
    },
  });

const framed = (policy: string) =>
  `${policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}; sandbox allow-same-origin`;

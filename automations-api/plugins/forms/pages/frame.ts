/** The circumstances of a form's page that come from the request and the site. */
import { languageOf } from '../../../../shared/pages/language.ts';
import type { PageRequest } from '../../../host/pages.ts';
import { brandOf } from '../core/brand.ts';
import type { Context } from '../core/context.ts';
import type { Frame } from './render.ts';

const isEmbedded = (query: string) => new URLSearchParams(query).get('embedded') === '1';

/** Builds the frame of a page: the site's look and the visitor's language. */
export async function frameOf(context: Context, { headers, query }: PageRequest): Promise<Frame> {
  const brand = await brandOf(context);
  const language = languageOf(headers['accept-language'] ?? '');
  return { brand, language, isEmbeddable: false, isEmbedded: isEmbedded(query), leaves: false };
}

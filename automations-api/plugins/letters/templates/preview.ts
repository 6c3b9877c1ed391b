/** Previews of templates, also shown as a page in a frame of the admin application. */
import { ApiError } from '../../../../shared/errors.ts';
import type { Contact, Page, PluginApi } from '../../../host/plugin.ts';
import { openPreviews, type Previews, previewPage } from '../../../host/previews.ts';
import { designOf, type Letters, type Rendered, renderFor } from '../core/letters.ts';
import { readSettings } from '../core/settings.ts';
import type { Draft } from './save-template.ts';

/** A previewed draft. Its email is rendered when the page opens, so that no contact's data is stored. */
export type Previewed = { draft: Draft; contactId: number | undefined };

/** Opens the store of previewed drafts, which keeps them long enough to load their pages. */
export const openTemplatePreviews = (api: Pick<PluginApi, 'openRedis' | 'config'>): Previews<Previewed> =>
  openPreviews(api.openRedis('commands'), api.config, 'letters', 600);

/** The context of previews. */
export type Previewing = Letters & { previews: Previews<Previewed> };

const path = '/wp-json/automations-letters/v1/preview';

async function findReader({ contacts }: Letters, id: number | undefined): Promise<Contact | undefined> {
  if (id === undefined) return undefined;
  const contact = await contacts.find({ id });
  if (!contact) throw new ApiError('contact_not_exists', 'There is no such contact.');
  return contact;
}

/** Renders a draft for a contact, with its values and language, but without its personal URLs. */
export async function render(letters: Letters, { draft, contactId }: Previewed): Promise<Rendered> {
  const contact = await findReader(letters, contactId);
  const [own, { urls }] = await Promise.all([letters.contacts.emailParts(contact), letters.contacts.emailParts()]);
  const compiled = await letters.compile(draft, await designOf(letters, own.sender));
  return renderFor(letters, compiled, { contact, parts: { ...own, urls } });
}

/** Renders a draft, and stores it for its page. */
export async function preview(letters: Previewing, draft: Draft, contactId: number | undefined) {
  const rendered = await render(letters, { draft, contactId });
  const token = await letters.previews.keep({ draft, contactId });
  const { postal_address: address } = await readSettings(letters.options);
  return { ...rendered, url: `${letters.config.siteUrl}${path}/${token}`, has_postal_address: address !== '' };
}

export const templatePage = (letters: Previewing): Page =>
  previewPage(letters.previews, path, (previewed) => render(letters, previewed));

/** Calls that save and preview consent settings, with errors assigned to form fields. */
import { toast } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { atFields } from '../../../core/field-errors.ts';
import type { ConsentPage, ConsentPreview, ConsentSettings } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';

/** The changed settings. */
type ConsentChange = {
  double_opt_in?: Partial<ConsentSettings['double_opt_in']>;
  pages?: Partial<ConsentSettings['pages']>;
};

/** A card's props. Each card of the screen saves its own part of the settings. */
export type CardProps = { settings: ConsentSettings; onSaved: (settings: ConsentSettings) => void };

export const pageNames: ConsentPage[] = ['unsubscribe', 'unsubscribed', 'preferences', 'confirm', 'confirmed'];

const fields = {
  'double_opt_in.subject': 'subject',
  'double_opt_in.text': 'text',
  ...Object.fromEntries(pageNames.map((name) => [`pages.${name} `, name])),
};

export async function saveConsent(change: ConsentChange): Promise<ConsentSettings> {
  const { consent } = await atFields(api.post<{ consent: ConsentSettings }>('/consent/settings', change), fields);
  toast(text.consent.saved);
  return consent;
}

export const previewConsent = async (draft: ConsentChange, signal?: AbortSignal): Promise<ConsentPreview> =>
  (await api.post<{ preview: ConsentPreview }>('/consent/preview', draft, { signal })).preview;

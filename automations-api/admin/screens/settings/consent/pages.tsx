/** Texts of the consent pages, each with a preview of its saved or unsaved form. */
import { consent } from '../../../../../shared/limits-of-fields.ts';
import { Button } from '../../../../../shared/ui/button.tsx';
import { CardForm } from '../../../../../shared/ui/card-form.tsx';
import { TextArea } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { toastError } from '../../../../../shared/ui/toast.tsx';
import type { ConsentPage, ConsentSettings } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';
import type { CardProps } from './save-consent.ts';
import { pageNames, previewConsent, saveConsent } from './save-consent.ts';

const words = text.consent.pages;

/** Shows a preview in a new tab. The tab opens at once, because browsers block tabs that open later. */
async function openPreview(pages: ConsentSettings['pages'], page: ConsentPage): Promise<void> {
  const tab = window.open();
  try {
    const preview = await previewConsent({ pages });
    if (tab) tab.location.href = preview.pages[page];
  } catch (error) {
    tab?.close();
    toastError(error as Error);
  }
}

export function Pages({ settings, onSaved }: CardProps) {
  const form = useForm(settings.pages, async (pages) => {
    onSaved(await saveConsent({ pages }));
    form.reset(pages);
  });
  return (
    <CardForm title={words.title} form={form} action={text.actions.save}>
      <p class="soft small">{words.note}</p>
      <div class="halves">
        {pageNames.map((page) => (
          <div key={page} class="page-field">
            <TextArea
              label={words.names[page]}
              placeholder={settings.default_pages[page]}
              rows={3}
              maxLength={consent.page}
              {...form.field(page)}
            />
            <Button
              kind="bare"
              icon="out"
              aria-label={words.previewOf(words.names[page])}
              onClick={() => void openPreview(form.values, page)}
            >
              {words.preview}
            </Button>
          </div>
        ))}
      </div>
    </CardForm>
  );
}

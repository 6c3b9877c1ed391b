/** What the pages of contacts say, each with a preview of what is typed, saved or not. */
import { CardForm } from '../../../../../shared/ui/card-form.tsx';
import { TextArea } from '../../../../../shared/ui/field.tsx';
import { useForm } from '../../../../../shared/ui/form.ts';
import { useLoad, useSettled } from '../../../../../shared/ui/load.ts';
import { text } from '../../../text/text.ts';
import type { CardProps } from './consent.tsx';
import { pageNames, previewConsent, saveConsent } from './save-consent.ts';

const words = text.consent.pages;

export function Pages({ settings, onSaved }: CardProps) {
  const form = useForm(settings.pages, async (pages) => {
    onSaved(await saveConsent({ pages }));
    form.reset(pages);
  });
  const draft = useSettled(JSON.stringify(form.values), 500);
  const saved = JSON.stringify([settings.sender, settings.public_lists]);
  const preview = useLoad((signal) => previewConsent({ pages: JSON.parse(draft) }, signal), [draft, saved]);
  return (
    <CardForm title={words.title} form={form} action={text.actions.save}>
      <p class="soft small">{words.note}</p>
      <div class="halves">
        {pageNames.map((page) => (
          <div key={page} class="with-preview">
            <TextArea label={words.names[page]} rows={3} maxLength={1_000} {...form.field(page)} />
            <a
              class="text small"
              href={preview.data?.pages[page]}
              target="_blank"
              rel="noreferrer"
              aria-label={words.previewOf(words.names[page])}
            >
              {words.preview}
            </a>
          </div>
        ))}
      </div>
    </CardForm>
  );
}

/** The live preview of a template, for a chosen contact. */
import { useState } from 'preact/hooks';
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import type { ApiError } from '../../../../shared/ui/service.ts';
import { ContactBox } from '../../core/contact-box.tsx';
import { Preview, settledMs } from '../../core/preview.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { text } from '../../text/later.ts';
import { previewDraft, type TemplateDraft } from './template-form.ts';

const words = text.templates.preview;

type TemplatePreviewProps = {
  draft: TemplateDraft;
  onRefusal: (refusal: ApiError | undefined) => void;
};

const NoAddress = () => (
  <p class="notice warn">
    {words.noAddress} {may('administrator') && <a href={pathTo('consent')}>{words.addAddress}</a>}
  </p>
);

export function TemplatePreview({ draft, onRefusal }: TemplatePreviewProps) {
  const [contact, setContact] = useState('');
  const [kind, setKind] = useState<keyof typeof words.kinds>('html');
  const settled = useSettled(JSON.stringify({ ...draft, name: '' }), settledMs);
  const preview = useLoad((signal) => previewDraft(JSON.parse(settled), contact, signal), [settled, contact]);
  return (
    <Preview
      of={preview}
      title={words.frame}
      onRefusal={onRefusal}
      controls={<OneOf label={words.kind} value={kind} options={words.kinds} onChoose={setKind} />}
      above={
        <>
          <ContactBox
            label={words.contact}
            placeholder={words.search}
            none={words.anyone}
            id={contact}
            onChoose={setContact}
          />
          {preview.data?.has_postal_address === false && <NoAddress />}
        </>
      }
      line={
        <>
          <b>{preview.data?.subject || words.noSubject}</b>{' '}
          {draft.preheader && <span class="soft">{draft.preheader}</span>}
        </>
      }
      instead={kind === 'text' ? preview.data?.text : undefined}
    />
  );
}

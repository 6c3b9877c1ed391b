/** The live preview of a template, for a chosen contact, as computers and phones show it. */
import { useEffect, useState } from 'preact/hooks';
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { ApiError } from '../../../../shared/ui/service.ts';
import { Bones, Failed } from '../../../../shared/ui/states.tsx';
import { ContactBox } from '../../core/contact-box.tsx';
import { PageFrame } from '../../core/page-frame.tsx';
import type { TemplatePreview } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { previewDraft, type TemplateDraft } from './template-form.ts';

const words = text.templates.preview;

type PreviewProps = {
  draft: TemplateDraft;
  /** Called with the problem of the shown draft, or with undefined. */
  onProblem: (problem: ApiError | undefined) => void;
};

export function Preview({ draft, onProblem }: PreviewProps) {
  const [contact, setContact] = useState('');
  const [width, setWidth] = useState<Width>('desktop');
  const [theme, setTheme] = useState<Theme>('light');
  const [kind, setKind] = useState<'html' | 'text'>('html');
  const { name: _, ...shown } = draft;
  const settled = useSettled(JSON.stringify(shown), 400);
  const preview = useLoad(
    (signal) => previewDraft({ ...(JSON.parse(settled) as TemplateDraft), name: '' }, contact, signal),
    [settled, contact],
  );
  const refusal = preview.error instanceof ApiError && preview.error.status < 500 ? preview.error : undefined;
  useEffect(() => onProblem(refusal), [refusal]);
  return (
    <section class="card template-preview" aria-label={words.title}>
      <header>
        <OneOf label={words.kind} value={kind} options={words.kinds} onChoose={setKind} />
        {kind === 'html' && (
          <>
            <OneOf label={words.width} value={width} options={words.widths} onChoose={setWidth} />
            <OneOf label={words.theme} value={theme} options={words.themes} onChoose={setTheme} />
          </>
        )}
      </header>
      <div class="template-for">
        <ContactBox
          label={words.contact}
          placeholder={words.search}
          none={words.anyone}
          id={contact}
          onChoose={setContact}
        />
      </div>
      {preview.error && !refusal && <Failed error={preview.error} retry={preview.reload} />}
      {refusal && <p class="notice warn">{refusal.message}</p>}
      {!preview.data && !preview.error && <Bones rows={9} />}
      {preview.data && <Email of={preview.data} kind={kind} width={width} theme={theme} preheader={draft.preheader} />}
    </section>
  );
}

type Width = keyof typeof words.widths;
type Theme = keyof typeof words.themes;
type EmailProps = { of: TemplatePreview; kind: 'html' | 'text'; width: Width; theme: Theme; preheader: string };

const Email = ({ of, kind, width, theme, preheader }: EmailProps) => (
  <div class={`template-email ${width}`}>
    <div class="template-line" dir="auto">
      <b>{of.subject || words.noSubject}</b> {preheader && <span class="soft">{preheader}</span>}
    </div>
    {kind === 'text' && <pre dir="auto">{of.text}</pre>}
    <PageFrame title={words.frame} url={of.url} theme={theme} isHidden={kind === 'text'} />
  </div>
);

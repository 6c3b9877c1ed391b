/** A template's form: its draft, its preview, and the field to which an error belongs. */
import type { Form } from '../../../../shared/ui/form.ts';
import { toast } from '../../../../shared/ui/toast.tsx';
import { api } from '../../core/api.ts';
import { atNamedFields } from '../../core/field-errors.ts';
import { useObjectForm } from '../../core/object-screen.tsx';
import { templates } from '../../core/rule-objects.ts';
import type { Template, TemplatePreview } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.templates;

const draftNames = [
  'name',
  'subject',
  'preheader',
  'format',
  'body',
  'text',
  'from_name',
  'from_email',
  'reply_to',
] as const;
export type TemplateDraft = Pick<Template, (typeof draftNames)[number]>;
export type TemplateForm = Form<TemplateDraft>;

export const emptyDraft: TemplateDraft = {
  name: '',
  subject: '',
  preheader: '',
  format: 'markdown',
  body: '',
  text: '',
  from_name: '',
  from_email: '',
  reply_to: '',
};

export const draftOf = (template: Template): TemplateDraft =>
  Object.fromEntries(draftNames.map((name) => [name, template[name] ?? ''])) as TemplateDraft;

const trimmed = ({ body, text: ownText, ...draft }: TemplateDraft): TemplateDraft => ({
  ...(Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value.trim()])) as typeof draft),
  body,
  text: ownText,
});

/** Previews a draft for a contact, or for an example contact. */
export async function previewDraft(draft: TemplateDraft, contact: string, signal: AbortSignal) {
  const { name: _, ...shown } = trimmed(draft);
  const body = { ...shown, ...(contact !== '' && { ID: Number(contact) }) };
  try {
    return (await api.post<{ preview: TemplatePreview }>('/template/preview', body, { signal })).preview;
  } catch (error) {
    throw atNamedFields(error, labelOf);
  }
}

const labelOf = (name: string) => words.labels[name as keyof TemplateDraft];

type Options = {
  /** The template to edit; undefined for a new one. */
  template?: Template;
  first: TemplateDraft;
  onSaved: (template: Template) => void;
};

export const useTemplateForm = ({ template, first, onSaved }: Options): TemplateForm =>
  useObjectForm<Template, TemplateDraft, TemplateDraft>({
    kind: 'template',
    saved: template,
    first,
    draftOf,
    valuesOf: trimmed,
    words: { label: labelOf },
    onSaved(saved) {
      void templates.refresh();
      toast(words.saved(saved.name));
      onSaved(saved);
    },
  });

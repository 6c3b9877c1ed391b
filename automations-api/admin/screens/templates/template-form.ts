/** A template's form: its draft, saving it, and the field to which an error belongs. */
import { useRef } from 'preact/hooks';
import { type Form, useForm } from '../../../../shared/ui/form.ts';
import { saveChanged } from '../../../../shared/ui/save-changed.ts';
import { ApiError } from '../../../../shared/ui/service.ts';
import { api } from '../../core/api.ts';
import { atFields } from '../../core/field-errors.ts';
import type { Template, TemplatePreview } from '../../core/types.ts';
import { text } from '../../text/text.ts';

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

/** Assigns an error to its field, which its message names first, or to the fields that must not be empty. */
const atOwnField = <T>(answer: Promise<T>): Promise<T> =>
  atFields(answer, Object.fromEntries(draftNames.map((name) => [`${name} `, name]))).catch((error: unknown) => {
    const missing = error instanceof ApiError && /^Missing parameter\(s\): (.+)$/.exec(error.message)?.[1];
    if (!missing) throw error;
    const fields = Object.fromEntries(missing.split(', ').map((name) => [name, text.rules.editor.missing]));
    throw new ApiError(error.status, { code: error.code, message: error.message, fields });
  });

type Answer = { template: Template };

/** Previews a draft for a contact, or for an example contact. */
export const previewDraft = (draft: TemplateDraft, contact: string, signal: AbortSignal) => {
  const { name: _, ...shown } = trimmed(draft);
  return atOwnField(
    api.post<{ preview: TemplatePreview }>(
      '/template/preview',
      { ...shown, ...(contact !== '' && { ID: Number(contact) }) },
      { signal },
    ),
  ).then(({ preview }) => preview);
};

type Options = {
  /** The template to edit; undefined for a new one. */
  template?: Template;
  first: TemplateDraft;
  onSaved: (template: Template) => void;
};

export function useTemplateForm({ template, first, onSaved }: Options): TemplateForm {
  /** The saved draft that edits are compared with. */
  const base = useRef(first);
  const form = useForm<TemplateDraft>(first, async (typed) => {
    const draft = trimmed(typed);
    const { template: saved } = await atOwnField(
      template ? saveChanges(template.ID, base.current, draft) : api.post<Answer>('/template/add', draft),
    );
    reset(draftOf(saved));
    onSaved(saved);
  });
  const reset = (next = first) => {
    base.current = next;
    form.reset(next);
  };
  return { ...form, reset };
}

const saveChanges = (id: number, base: TemplateDraft, mine: TemplateDraft): Promise<Answer> =>
  saveChanged({
    base,
    mine,
    valuesOf: ({ template }: Answer) => draftOf(template),
    read: () => api.get<Answer>(`/template/${id}`),
    write: (values, before, headers) =>
      api.post<Answer>(`/template/update/${id}`, changesOf(before, values), { headers }),
    words: { label: (name) => labels[name] },
  });

const changesOf = (before: TemplateDraft, after: TemplateDraft): Partial<TemplateDraft> =>
  Object.fromEntries(draftNames.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]));

const labels: Record<keyof TemplateDraft, string> = {
  name: words.name,
  subject: words.subject,
  preheader: words.preheader,
  format: words.format,
  body: words.body,
  text: words.ownText,
  from_name: words.fromName,
  from_email: words.fromEmail,
  reply_to: words.replyTo,
};

/** A preview of the form's page with unsaved changes. */
import type { ApiError } from '../../../../shared/ui/service.ts';
import { api } from '../../core/api.ts';
import { atNamedFields } from '../../core/field-errors.ts';
import { LivePreview } from '../../core/preview.tsx';
import { text } from '../../text/later.ts';
import { bodyOf, type FormDraft } from './draft.ts';

const words = text.forms;

type FormPreviewProps = { draft: FormDraft; onRefusal: (refusal: ApiError | undefined) => void };

export const FormPreview = ({ draft, onRefusal }: FormPreviewProps) => (
  <LivePreview of={words.previewed} draft={bodyOf(draft)} load={previewForm} onRefusal={onRefusal} />
);

async function previewForm(body: string, signal: AbortSignal): Promise<string> {
  try {
    const { preview } = await api.post<{ preview: { url: string } }>('/form/preview', JSON.parse(body), { signal });
    return preview.url;
  } catch (error) {
    throw atNamedFields(error, (name) => words.parts[name as keyof FormDraft]);
  }
}

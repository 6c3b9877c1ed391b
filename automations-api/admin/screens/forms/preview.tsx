/** A preview of the form's page with unsaved changes. */
import { api } from '../../core/api.ts';
import { PagePreview } from '../../core/page-preview.tsx';
import { text } from '../../text/text.ts';
import { bodyOf, type FormDraft } from './draft.ts';

export const Preview = ({ draft }: { draft: FormDraft }) => (
  <PagePreview of={text.forms.previewed} draft={bodyOf(draft)} load={previewForm} />
);

const previewForm = async (body: string, signal: AbortSignal): Promise<string> =>
  (await api.post<{ preview: { url: string } }>('/form/preview', JSON.parse(body), { signal })).preview.url;

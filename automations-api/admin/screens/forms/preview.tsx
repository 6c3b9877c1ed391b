/** A preview of the form's page with unsaved changes. */
import { useState } from 'preact/hooks';
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { ApiError } from '../../../../shared/ui/service.ts';
import { Bones, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import { PageFrame, type PageTheme } from '../../core/page-frame.tsx';
import { text } from '../../text/text.ts';
import { bodyOf, type FormDraft } from './draft.ts';

const words = text.forms;

const settledMs = 500;

type Width = keyof typeof words.widths;

export function Preview({ draft }: { draft: FormDraft }) {
  const [width, setWidth] = useState<Width>('desktop');
  const [theme, setTheme] = useState<PageTheme>('light');
  const body = useSettled(JSON.stringify(bodyOf(draft)), settledMs);
  const preview = useLoad((signal) => previewForm(body, signal), [body]);
  const isRefused = preview.error instanceof ApiError && preview.error.status < 500;
  return (
    <section class="card form-preview" aria-labelledby="form-preview">
      <header>
        <h2 id="form-preview">{words.preview}</h2>
        <div class="bar">
          <OneOf label={words.width} value={width} options={words.widths} onChoose={setWidth} />
          <OneOf label={words.theme} value={theme} options={words.themes} onChoose={setTheme} />
        </div>
      </header>
      {isRefused ? (
        <p class="notice warn">{preview.error?.message}</p>
      ) : (
        <Show of={preview} bones={<Bones rows={8} />}>
          {(url) => <PageFrame title={words.previewOf} url={url} theme={theme} class={width} />}
        </Show>
      )}
    </section>
  );
}

const previewForm = async (body: string, signal: AbortSignal): Promise<string> =>
  (await api.post<{ preview: { url: string } }>('/form/preview', JSON.parse(body), { signal })).preview.url;

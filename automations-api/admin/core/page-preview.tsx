/** A live preview of unsaved changes as a page, in two widths and both themes. */
import { useId, useState } from 'preact/hooks';
import { OneOf } from '../../../shared/ui/choice-buttons.tsx';
import { useLoad, useSettled } from '../../../shared/ui/load.ts';
import { ApiError } from '../../../shared/ui/service.ts';
import { Bones, Show } from '../../../shared/ui/states.tsx';
import { text } from '../text/text.ts';
import { PageFrame, type PageTheme } from './page-frame.tsx';

const words = text.pagePreview;
const settledMs = 500;

type Width = keyof typeof words.widths;

type PagePreviewProps = {
  /** The name of the previewed object. */
  of: string;
  /** The unsaved changes. */
  draft: object;
  /** Stores the changes, as JSON, for a preview. Resolves to the URL of its page. */
  load: (draft: string, signal: AbortSignal) => Promise<string>;
};

export function PagePreview({ of, draft, load }: PagePreviewProps) {
  const id = useId();
  const [width, setWidth] = useState<Width>('desktop');
  const [theme, setTheme] = useState<PageTheme>('light');
  const settled = useSettled(JSON.stringify(draft), settledMs);
  const preview = useLoad((signal) => load(settled, signal), [settled]);
  const isRefused = preview.error instanceof ApiError && preview.error.status < 500;
  return (
    <section class="card page-preview" aria-labelledby={id}>
      <header>
        <h2 id={id}>{words.title}</h2>
        <div class="bar">
          <OneOf label={words.width} value={width} options={words.widths} onChoose={setWidth} />
          <OneOf label={words.theme} value={theme} options={words.themes} onChoose={setTheme} />
        </div>
      </header>
      {isRefused ? (
        <p class="notice warn">{preview.error?.message}</p>
      ) : (
        <Show of={preview} bones={<Bones rows={8} />}>
          {(url) => <PageFrame title={words.of(of)} url={url} theme={theme} class={width} />}
        </Show>
      )}
    </section>
  );
}

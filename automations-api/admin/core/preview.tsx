/** An editor beside the live preview of its draft as a page. On narrow screens, one of the two is shown. */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { OneOf } from '../../../shared/ui/choice-buttons.tsx';
import { sentenceOf } from '../../../shared/ui/field-problems.ts';
import type { Form } from '../../../shared/ui/form.ts';
import { type Shown, useLoad, useSettled } from '../../../shared/ui/load.ts';
import { ApiError } from '../../../shared/ui/service.ts';
import { Bones, Failed } from '../../../shared/ui/states.tsx';
import { text } from '../text/text.ts';
import { PageFrame, type PageTheme } from './page-frame.tsx';

const words = text.preview;
export const settledMs = 400;

/** Shows an editor beside its preview. The first child is the editor. */
export function WithPreview({ children }: { children: ComponentChildren }) {
  const [part, setPart] = useState<keyof typeof words.parts>('edit');
  return (
    <div class="with-preview" data-part={part}>
      <OneOf label={words.part} value={part} options={words.parts} onChoose={setPart} />
      {children}
    </div>
  );
}

/**
 * Returns the form with the problems that the preview found, so that they are shown while the user types, and a
 * function that takes the preview's refusal. Empty fields are not problems yet.
 */
export function usePreviewed<T extends Record<string, unknown>>(form: Form<T>) {
  const [refusal, setRefusal] = useState<ApiError>();
  const found = Object.entries(refusal?.fields ?? {}).filter(([name]) => form.values[name]);
  const problems = { ...Object.fromEntries(found), ...form.problems };
  const shown: Form<T> = {
    ...form,
    problems,
    field: (name) => ({ ...form.field(name), error: problems[name] }),
  };
  return [shown, setRefusal] as const;
}

type PreviewProps = {
  of: Shown<{ url: string }>;
  /** The accessible name of the page. */
  title: string;
  /** Controls in the header. */
  controls?: ComponentChildren;
  /** Content above the page. */
  above?: ComponentChildren;
  /** Content joined to the top of the page. */
  line?: ComponentChildren;
  /** A text shown instead of the page. */
  instead?: string | undefined;
  /** Called with the refusal of the shown draft, or with undefined. */
  onRefusal?: ((refusal: ApiError | undefined) => void) | undefined;
};

/** Shows the preview. While the draft is refused, the reason is above the last preview. */
export function Preview({ of, title, controls, above, line, instead, onRefusal }: PreviewProps) {
  const [width, setWidth] = useState<keyof typeof words.widths>('desktop');
  const [theme, setTheme] = useState<PageTheme>('light');
  const { error } = of;
  const refusal = error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : undefined;
  useEffect(() => onRefusal?.(refusal), [refusal]);
  const isPage = instead === undefined;
  return (
    <section class="card preview" aria-label={words.title}>
      <header>
        {controls}
        {isPage && (
          <>
            <OneOf label={words.width} value={width} options={words.widths} onChoose={setWidth} />
            <OneOf label={words.theme} value={theme} options={words.themes} onChoose={setTheme} />
          </>
        )}
      </header>
      {above && <div class="preview-above">{above}</div>}
      {refusal && <p class="notice warn">{sentenceOf(refusal.message)}</p>}
      {error && !refusal && <Failed error={error} retry={of.reload} />}
      {!of.data && !error && <Bones rows={9} />}
      {of.data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        <div class={`preview-page ${width}`} tabIndex={0}>
          {line && (
            <div class="preview-line" dir="auto">
              {line}
            </div>
          )}
          {!isPage && <pre dir="auto">{instead}</pre>}
          <PageFrame title={title} url={of.data.url} theme={theme} isHidden={!isPage} />
        </div>
      )}
    </section>
  );
}

type LivePreviewProps = Pick<PreviewProps, 'onRefusal'> & {
  /** The name of the previewed object. */
  of: string;
  /** The unsaved changes. */
  draft: object;
  /** Stores the changes, as JSON, for a preview. Resolves to the URL of its page. */
  load: (draft: string, signal: AbortSignal) => Promise<string>;
};

/** Previews unsaved changes while the user types. */
export function LivePreview({ of, draft, load, onRefusal }: LivePreviewProps) {
  const settled = useSettled(JSON.stringify(draft), settledMs);
  const preview = useLoad(async (signal) => ({ url: await load(settled, signal) }), [settled]);
  return <Preview of={preview} title={words.of(of)} onRefusal={onRefusal} />;
}

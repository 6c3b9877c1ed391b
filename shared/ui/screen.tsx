/** The frame of one screen: its heading, which is also the page's title, and the buttons beside it. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

type ScreenProps = {
  title: string;
  /** Below the heading. */
  note?: ComponentChildren;
  /** To the right of it. */
  actions?: ComponentChildren;
  /** Above it: where it belongs. */
  above?: ComponentChildren;
  children: ComponentChildren;
};

export function Screen({ title, note, actions, above, children }: ScreenProps) {
  useTitle(title);
  return (
    <>
      {above}
      <div class="head">
        <div>
          <h1 dir="auto">{title}</h1>
          {note && <p>{note}</p>}
        </div>
        {actions && <div class="bar">{actions}</div>}
      </div>
      {children}
    </>
  );
}

/** "Links · Waypost" */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Waypost`;
  }, [title]);
}

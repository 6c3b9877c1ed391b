/** The layout of a screen: its heading, which is also the page's title, and its buttons. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { BackLink } from './back-link.tsx';
import { Button } from './button.tsx';
import { type MenuItem, MoreMenu } from './menu.tsx';
import { isNarrow } from './phone.ts';
import { pathTo, wordsOfScreen } from './screens.ts';

type ScreenProps = {
  title: string;
  /** A note below the heading. */
  note?: ComponentChildren;
  /** Buttons to the right of the heading. */
  actions?: ComponentChildren;
  /** Rare actions: a menu before the other buttons. */
  more?: MenuItem[];
  /** The screen that this one belongs to. A link above the heading opens it. */
  parent?: string;
  /** Other content above the heading. */
  above?: ComponentChildren;
  children: ComponentChildren;
};

export function Screen({ title, note, actions, more = [], parent, above, children }: ScreenProps) {
  useTitle(title);
  return (
    <>
      {parent && <BackLink href={pathTo(parent)} title={wordsOfScreen(parent)?.title ?? ''} />}
      {above}
      <div class="head">
        <div>
          <h1 dir="auto">{title}</h1>
          {note && <p>{note}</p>}
        </div>
        {(actions || more.length > 0) && (
          <div class="bar">
            <More items={more} />
            {actions}
          </div>
        )}
      </div>
      {children}
    </>
  );
}

function More({ items }: { items: MenuItem[] }) {
  if (isNarrow.value && items.length > 0) {
    return <MoreMenu name="" items={items} />;
  }
  return (
    <>
      {items.map(({ label, icon, href, isDisabled, onSelect }) =>
        href ? (
          <a key={label} class="btn" href={href}>
            {label}
          </a>
        ) : (
          <Button key={label} icon={icon} isBusy={isDisabled} onClick={onSelect}>
            {label}
          </Button>
        ),
      )}
    </>
  );
}

/** Sets the page's title, such as "Links · Waypost". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Waypost`;
  }, [title]);
}

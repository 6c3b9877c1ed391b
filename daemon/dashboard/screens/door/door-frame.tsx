/** One form on a page of its own. */
import type { ComponentChildren } from 'preact';
import { Logo } from '../../../../shared/ui/icon.tsx';
import { useTitle } from '../../../../shared/ui/screen.tsx';
import { base } from '../../routes.ts';
import { text } from '../../text/text.ts';

type DoorFrameProps = { title: string; note?: ComponentChildren; children: ComponentChildren };

export function DoorFrame({ title, note, children }: DoorFrameProps) {
  useTitle(title);
  return (
    <div class="door">
      <header>
        <a class="brand" href={base}>
          <Logo size={26} />
          {text.name}
        </a>
      </header>
      <main class="card">
        <div>
          <h1>{title}</h1>
          {note && <p class="soft">{note}</p>}
        </div>
        {children}
      </main>
    </div>
  );
}

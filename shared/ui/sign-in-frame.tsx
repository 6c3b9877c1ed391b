/** One form on a page of its own. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { beginIn } from './begin-in.ts';
import { Logo } from './icon.tsx';
import { useTitle } from './screen.tsx';

type DoorFrameProps = {
  title: string;
  note?: ComponentChildren;
  /** The application's, and where it begins. */
  name: string;
  home: string;
  children: ComponentChildren;
};

export function DoorFrame({ title, note, name, home, children }: DoorFrameProps) {
  useTitle(title);
  const main = useRef<HTMLElement>(null);
  useEffect(() => (main.current ? beginIn(main.current) : undefined), []);
  return (
    <div class="door">
      <header>
        <a class="brand" href={home}>
          <Logo size={26} />
          {name}
        </a>
      </header>
      <main ref={main} class="card">
        <div>
          <h1>{title}</h1>
          {note && <p class="soft">{note}</p>}
        </div>
        {children}
      </main>
    </div>
  );
}

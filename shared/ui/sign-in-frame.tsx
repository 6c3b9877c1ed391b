/** A page with nothing but a single form. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Logo } from './icon.tsx';
import { beginIn } from './initial-focus.ts';
import { useTitle } from './screen.tsx';

type SignInFrameProps = {
  title: string;
  note?: ComponentChildren;
  /** The application's name and start page. */
  name: string;
  home: string;
  children: ComponentChildren;
};

export function SignInFrame({ title, note, name, home, children }: SignInFrameProps) {
  useTitle(title);
  const main = useRef<HTMLElement>(null);
  useEffect(() => (main.current ? beginIn(main.current) : undefined), []);
  return (
    <div class="sign-in">
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

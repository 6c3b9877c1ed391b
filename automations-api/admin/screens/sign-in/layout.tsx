/** One form on a page of its own, with the application's name above it. */
import type { ComponentChildren } from 'preact';
import { SignInFrame } from '../../../../shared/ui/sign-in-frame.tsx';
import { base, pathTo, type RouteName } from '../../core/routes.ts';
import { text } from '../../text/text.ts';

type SignInPageProps = {
  title: string;
  note?: ComponentChildren;
  /** A link to another of these pages, below the form. */
  to: { name?: RouteName; label: string };
  children: ComponentChildren;
};

/** Without a name the way leads to signing in. */
export const SignInPage = ({ to: { name, label }, children, ...frame }: SignInPageProps) => (
  <SignInFrame name={text.name} home={base} {...frame}>
    {children}
    <div class="links">
      <a class="text" href={name ? pathTo(name) : base}>
        {label}
      </a>
    </div>
  </SignInFrame>
);

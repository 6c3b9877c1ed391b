/** One form on a page of its own, with the application's name above it. */
import type { ComponentChildren } from 'preact';
import { SignInFrame } from '../../../../shared/ui/sign-in-frame.tsx';
import { base, pathTo, type RouteName } from '../../core/routes.ts';
import { text } from '../../text/text.ts';

type SignInPageProps = {
  title: string;
  note?: ComponentChildren;
  /** A link to another of these pages, below the form; without a name to signing in. */
  to: { name?: RouteName; label: string } | undefined;
  children: ComponentChildren;
};

export const SignInPage = ({ to, children, ...frame }: SignInPageProps) => (
  <SignInFrame name={text.name} home={base} {...frame}>
    {children}
    {to && (
      <div class="links">
        <a class="text" href={to.name ? pathTo(to.name) : base}>
          {to.label}
        </a>
      </div>
    )}
  </SignInFrame>
);

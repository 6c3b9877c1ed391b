/** One form on a page of its own, with the application's name above it. */
import type { ComponentChildren } from 'preact';
import { DoorFrame } from '../../../../shared/ui/sign-in-frame.tsx';
import { base, pathTo, type RouteName } from '../../core/routes.ts';
import { text } from '../../text/text.ts';

type DoorProps = {
  title: string;
  note?: ComponentChildren;
  /** The way to another door, below the form. */
  to: { name?: RouteName; label: string };
  children: ComponentChildren;
};

/** Without a name the way leads to signing in. */
export const Door = ({ to: { name, label }, children, ...frame }: DoorProps) => (
  <DoorFrame name={text.name} home={base} {...frame}>
    {children}
    <div class="links">
      <a class="text" href={name ? pathTo(name) : base}>
        {label}
      </a>
    </div>
  </DoorFrame>
);

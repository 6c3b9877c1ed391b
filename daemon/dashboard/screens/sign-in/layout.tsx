/** One form on a page of its own, with the dashboard's name above it. */
import type { ComponentChildren } from 'preact';
import { DoorFrame } from '../../../../shared/ui/sign-in-frame.tsx';
import { base } from '../../core/routes.ts';
import { text } from '../../text/text.ts';

type DoorProps = { title: string; note?: ComponentChildren; children: ComponentChildren };

export const Door = (props: DoorProps) => <DoorFrame name={text.name} home={base} {...props} />;

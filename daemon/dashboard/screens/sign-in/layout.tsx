/** One form on a page of its own, with the dashboard's name above it. */
import type { ComponentChildren } from 'preact';
import { SignInFrame } from '../../../../shared/ui/sign-in-frame.tsx';
import { base } from '../../core/routes.ts';
import { text } from '../../text/text.ts';

type SignInPageProps = { title: string; note?: ComponentChildren; children: ComponentChildren };

export const SignInPage = (props: SignInPageProps) => <SignInFrame name={text.name} home={base} {...props} />;

/** A page with one form below the dashboard's name. */
import type { ComponentChildren } from 'preact';
import { SignInFrame } from '../../../../shared/ui/sign-in-frame.tsx';
import { base } from '../../core/routes.ts';
import { text } from '../../text/text.ts';

type SignInPageProps = { title: string; note?: ComponentChildren; children: ComponentChildren };

export const SignInPage = (props: SignInPageProps) => <SignInFrame name={text.name} home={base} {...props} />;

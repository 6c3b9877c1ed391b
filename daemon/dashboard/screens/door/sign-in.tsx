/** Signing in: at whatever address was asked for, which is shown afterwards. */
import { SignInForm as Form, type SignInFormProps } from '../../../../shared/ui/sign-in-form.tsx';
import { Show } from '../../../../shared/ui/states.tsx';
import { signIn } from '../../session.ts';
import { text } from '../../text/text.ts';
import { Door } from './door.tsx';
import { DoorLinks, Provider } from './door-parts.tsx';
import { useDoorSettings } from './door-settings.ts';

const words = text.signIn;

export function SignIn() {
  const settings = useDoorSettings();
  return (
    <Door title={words.title}>
      <Show of={settings}>
        {(known) => (
          <>
            <Provider settings={known} wish={{ to: location.pathname + location.search }} />
            {known.password && <SignInForm />}
            <DoorLinks
              to={[
                ...(known.signup === 'closed' ? [] : [['signUp', words.createAccount] as ['signUp', string]]),
                ...(known.password ? [['forgotPassword', words.forgot] as ['forgotPassword', string]] : []),
              ]}
            />
          </>
        )}
      </Show>
    </Door>
  );
}

export const SignInForm = (props: Omit<SignInFormProps, 'signIn'>) => <Form signIn={signIn} {...props} />;

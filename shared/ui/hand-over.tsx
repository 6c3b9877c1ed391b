/** On the way to the other application: asks for a ticket, and goes there with it. */
import { useEffect, useState } from 'preact/hooks';
import { SignInFrame } from './sign-in-frame.tsx';
import { Failed } from './states.tsx';
import { uiText } from './text.ts';

type HandOverProps = {
  /** This application's, and where it begins. */
  name: string;
  home: string;
  /** Answers the address that lets the browser with this challenge in. @throws when the person has no part there */
  ask: (challenge: string) => Promise<{ url: string }>;
};

export function HandOver({ name, home, ask }: HandOverProps) {
  const [error, setError] = useState<Error>();
  const challenge = new URLSearchParams(location.search).get('challenge') ?? '';
  const go = () => {
    setError(undefined);
    // The way back skips this page, which would lead there again.
    ask(challenge).then(({ url }) => location.replace(url), setError);
  };
  useEffect(go, []);
  const words = uiText.handOver;
  return (
    <SignInFrame title={error ? words.failed : words.title} name={name} home={home}>
      {error ? (
        <>
          <Failed error={error} retry={go} />
          <a class="btn" href={home}>
            {words.stay(name)}
          </a>
        </>
      ) : (
        <p class="soft" role="status">
          {words.note}
        </p>
      )}
    </SignInFrame>
  );
}

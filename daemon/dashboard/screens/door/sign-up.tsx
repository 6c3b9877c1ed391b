import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function SignUp() {
  return <Screen title={text.signIn.title}>{null}</Screen>;
}

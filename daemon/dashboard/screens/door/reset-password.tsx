import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function ResetPassword() {
  return <Screen title={text.signIn.title}>{null}</Screen>;
}

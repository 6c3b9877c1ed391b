import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Verify() {
  return <Screen title={text.signIn.title}>{null}</Screen>;
}

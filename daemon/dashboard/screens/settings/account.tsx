import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Account() {
  return <Screen title={text.account.title}>{null}</Screen>;
}

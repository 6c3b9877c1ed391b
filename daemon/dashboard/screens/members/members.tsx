import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Members() {
  return <Screen title={text.members.title}>{null}</Screen>;
}

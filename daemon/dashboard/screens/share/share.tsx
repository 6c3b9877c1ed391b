import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Share() {
  return <Screen title={text.share.title}>{null}</Screen>;
}

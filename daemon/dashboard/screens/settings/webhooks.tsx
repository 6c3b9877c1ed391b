import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Webhooks() {
  return <Screen title={text.webhooks.title}>{null}</Screen>;
}

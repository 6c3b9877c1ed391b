import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Billing() {
  return <Screen title={text.billing.title}>{null}</Screen>;
}

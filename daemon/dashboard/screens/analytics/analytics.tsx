import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Analytics() {
  return <Screen title={text.analytics.title}>{null}</Screen>;
}

import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Safety() {
  return <Screen title={text.safety.title}>{null}</Screen>;
}

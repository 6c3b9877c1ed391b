import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Domain() {
  return <Screen title={text.domains.title}>{null}</Screen>;
}

import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Link() {
  return <Screen title={text.links.title}>{null}</Screen>;
}

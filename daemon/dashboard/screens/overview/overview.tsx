import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Overview() {
  return <Screen title={text.overview.title}>{null}</Screen>;
}

import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function ApiKeys() {
  return <Screen title={text.apiKeys.title}>{null}</Screen>;
}

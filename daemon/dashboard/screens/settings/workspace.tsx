import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function Workspace() {
  return <Screen title={text.workspace.title}>{null}</Screen>;
}

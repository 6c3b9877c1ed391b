import { Screen } from '../../../../shared/ui/screen.tsx';
import { text } from '../../text/text.ts';

export function AuditLog() {
  return <Screen title={text.auditLog.title}>{null}</Screen>;
}

/** The audit log of the workspace. */
import type { ComponentChildren } from 'preact';
import { manyObjects } from '../../../../shared/limits-of-fields.ts';
import { type AuditFilter, AuditLogScreen } from '../../../../shared/ui/audit/audit-log.tsx';
import { Button } from '../../../../shared/ui/button.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { RefusedSettings } from '../../../../shared/ui/settings.tsx';
import { api } from '../../core/api.ts';
import { loadEntries, nameOfObject, toShown } from '../../core/audit-entries.ts';
import { may } from '../../core/session.ts';
import type { Member } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { SettingsScreen } from './core/settings.tsx';

const words = text.auditLog;
const Frame = ({ children }: { children: ComponentChildren }) => (
  <SettingsScreen name="auditLog" note={words.note}>
    {children}
  </SettingsScreen>
);

function Entries() {
  const { data: members = [] } = useLoad(
    (signal) => api.get<{ members: Member[] }>('/members', {}, signal).then((answer) => answer.members),
    [],
  );
  const users = members.flatMap(({ userId, name, email }) => (userId ? [[userId, name || email] as const] : []));
  const filters: AuditFilter[] = [
    { name: 'kind', label: words.kind, all: words.all, groups: [{ choices: Object.entries(words.kinds) }] },
    { name: 'by', label: words.by, all: words.everybody, groups: [{ choices: users }] },
  ];
  return (
    <AuditLogScreen
      {...{ words, Frame, filters, toShown, nameOfObject }}
      load={loadEntries}
      actions={({ object }, change) =>
        object !== manyObjects && <Button onClick={() => change({ object })}>{words.allOfObject}</Button>
      }
    />
  );
}

export const AuditLog = () =>
  may('admin') ? (
    <Entries />
  ) : (
    <RefusedSettings name="auditLog" why={words.adminsOnly}>
      {words.adminsOnlyNote}
    </RefusedSettings>
  );

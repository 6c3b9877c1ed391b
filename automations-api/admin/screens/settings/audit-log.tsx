/** The site's audit log. */
import type { ComponentChildren } from 'preact';
import { type AuditFilter, AuditLogScreen } from '../../../../shared/ui/audit/audit-log.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { api, site } from '../../core/api.ts';
import type { AuditEntry, SiteUser } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { toShown } from './core/audit-entry.ts';
import { SettingsScreen } from './core/settings.tsx';

const words = text.auditLog;
const pageSize = 50;

/** The actions to choose from, grouped by the noun in their names. */
const actions = Object.entries(words.nouns).map(([noun, label]) => {
  const own = Object.entries(words.actions).filter(([action]) => action.startsWith(`${noun}.`));
  const all = [own.map(([action]) => action).join(','), words.allOf(label)] as const;
  return { label, choices: own.length > 1 ? [all, ...own] : own };
});

async function load({ object: _, ...chosen }: Query, cursor: string | undefined, signal?: AbortSignal) {
  type Answer = { audit: AuditEntry[]; next_cursor: string | null };
  const { audit, next_cursor } = await api.get<Answer>('/audit', { ...chosen, cursor, limit: pageSize }, signal);
  return { items: audit, nextCursor: next_cursor };
}

const Frame = ({ children }: { children: ComponentChildren }) => (
  <SettingsScreen name="auditLog" note={words.note}>
    {children}
  </SettingsScreen>
);

export function AuditLog() {
  const { data: users = [] } = useLoad(
    (signal) => site.get<{ admins: SiteUser[] }>('/admins', {}, signal).then((answer) => answer.admins),
    [],
  );
  const filters: AuditFilter[] = [
    { name: 'action', label: words.action, all: words.all, groups: actions },
    {
      name: 'by',
      label: words.by,
      all: words.everybody,
      groups: [
        { label: words.people, choices: users.map(({ ID, name, email }) => [`user:${ID}`, name || email]) },
        { label: words.others, choices: Object.entries(words.callers) },
      ],
    },
  ];
  return <AuditLogScreen {...{ words, Frame, filters, load, toShown }} />;
}

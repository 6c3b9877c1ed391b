/** The site's audit log. */
import type { ComponentChildren } from 'preact';
import { type AuditFilter, AuditLogScreen } from '../../../../shared/ui/audit/audit-log.tsx';
import { factsIn } from '../../../../shared/ui/audit/entries.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { api, site } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { isoOf } from '../../core/times.tsx';
import type { AuditEntry, SiteUser } from '../../core/types.ts';
import { text } from '../../text/later.ts';
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

/** Returns the screen of a contact or of another object with its own screen. A deleted contact has no name. */
function hrefOf(action: string, id: string, name: string | null): string | undefined {
  const [noun = '', verb] = action.split('.');
  if (noun === 'contact') return name === null ? undefined : pathTo('contact', { id });
  return verb !== 'deleted' && (noun === 'rule' || noun === 'webhook') ? pathTo(noun, { id }) : undefined;
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
  const toShown = ({ action, subject, name, data, by, at }: AuditEntry) => {
    const user = action.startsWith('user.') ? users.find(({ ID }) => String(ID) === subject) : undefined;
    const object = name ?? user?.name ?? (/^\d+$/.test(subject) ? `#${subject}` : subject);
    return {
      who: text.timeline.by(by),
      what: words.actions[action] ?? action.replace('.', ' '),
      about: [object, ...factsIn(data).map((fact) => fact.join(': '))].join(' · '),
      href: hrefOf(action, subject, name),
      at: isoOf(at),
      action,
      object,
      details: data,
    };
  };
  return <AuditLogScreen {...{ words, Frame, filters, load, toShown }} />;
}

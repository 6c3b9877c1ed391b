/** The latest changes to a link, from the audit log, for users who can read it. */
import { AuditEntries, type AuditEntry as Shown } from '../../../../shared/ui/audit/entries.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Bones, Empty, Show } from '../../../../shared/ui/states.tsx';
import { fieldsOf, loadEntries, toShown } from '../../core/audit-entries.ts';
import { pathTo } from '../../core/routes.ts';
import type { AuditEntry, Link } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.link;
const entriesShown = 10;
const whats: Partial<Record<string, string>> = words.changes;

/** Names the changed fields, and the number of links if others changed too. The page is about the link itself. */
function toEntry(entry: AuditEntry, objectId: string): Shown {
  const { count } = (entry.details ?? {}) as { count?: number };
  const many = count === undefined ? '' : words.amongLinks(text.counts.links(count));
  const shown = toShown({ ...entry, objectId });
  const what = whats[entry.action] ?? shown.what;
  return { ...shown, what, about: [...fieldsOf(entry), many].filter(Boolean).join(', '), href: undefined };
}

export function History({ link: { id, updatedAt, banned } }: { link: Link }) {
  const entries = useLoad(
    (signal) => loadEntries({ object: id }, undefined, signal).then(({ items }) => items.slice(0, entriesShown)),
    [id, updatedAt, banned],
  );
  return (
    <Show of={entries} bones={<Bones rows={3} />}>
      {(found) => (
        <>
          {found.length === 0 ? (
            <Empty icon="clock" title={words.noHistory} />
          ) : (
            <AuditEntries entries={found.map((entry) => toEntry(entry, id))} words={text.auditLog} />
          )}
          <footer>
            <a class="text small" href={pathTo('auditLog', {}, { object: id })}>
              {words.wholeHistory}
            </a>
          </footer>
        </>
      )}
    </Show>
  );
}

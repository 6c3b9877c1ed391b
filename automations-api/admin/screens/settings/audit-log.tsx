/** Who did what: keys, webhooks, deletions, exports, people. */
import { Button } from '../../../../shared/ui/button.tsx';
import { usePages } from '../../../../shared/ui/pages.ts';
import { Empty, Failed, Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { api } from '../../api.ts';
import { text } from '../../text/text.ts';
import { Time } from '../../times.tsx';
import type { AuditEntry } from '../../types.ts';
import { SettingsScreen } from './settings.tsx';

const words = text.auditLog;
type Row = AuditEntry & { place: number };

const columns: Column<Row>[] = [
  {
    key: 'act',
    head: words.act,
    isGrowing: true,
    cell: ({ act, subject, data }) => (
      <>
        <span class="first">{words.acts[act] ?? act.replace('.', ' ')}</span>
        <span class="second">{[subject, data && JSON.stringify(data)].filter(Boolean).join(' · ')}</span>
      </>
    ),
  },
  { key: 'by', head: words.by, isWide: true, cell: ({ by }) => text.timeline.by(by) },
  { key: 'at', head: words.at, isNumber: true, cell: ({ at }) => <Time at={at} /> },
];

type Answer = { audit: AuditEntry[]; next_cursor: string | null };

export function AuditLog() {
  const pages = usePages<AuditEntry>(async (cursor, signal) => {
    const { audit, next_cursor } = await api.get<Answer>('/audit', { cursor, limit: 50 }, signal);
    return { items: audit, nextCursor: next_cursor };
  }, []);
  return (
    <SettingsScreen name="auditLog" note={words.note}>
      <section class="card">
        <Show of={pages}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty icon="clock" title={words.none} />
            ) : (
              <Table
                label={words.title}
                rows={items.map((entry, place) => ({ ...entry, place }))}
                columns={columns}
                idOf={({ place }) => String(place)}
              />
            )
          }
        </Show>
        {pages.moreError && <Failed error={pages.moreError} retry={pages.more} />}
        {pages.data?.nextCursor && (
          <footer>
            <Button isBusy={pages.isLoadingMore} onClick={pages.more}>
              {text.timeline.more}
            </Button>
          </footer>
        )}
      </section>
    </SettingsScreen>
  );
}

/** All findings, reports and decisions about one link. */
import { Dialog } from '../../../../shared/ui/dialog.tsx';
import { dateTime } from '../../../../shared/ui/format.ts';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { api } from '../../core/api.ts';
import type { SafetyLinkDetails } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { actionText, actorText, reasonText } from './words.ts';

const words = text.safety;
type HistoryEntry = { at: string; what: string; who: string; why: string };

/** Returns the link's history, newest first. */
function entriesOf({ reviews, actions, bans }: SafetyLinkDetails): HistoryEntry[] {
  const all: HistoryEntry[] = [
    ...reviews.map(({ createdAt, source, reason, detail, status, answer }) => ({
      at: createdAt,
      what: `${words.sources[source]}: ${reasonText(reason)}`,
      who: words.statuses[status],
      why: [detail, answer].filter(Boolean).join(' — '),
    })),
    ...actions.map(({ createdAt, action, operator, commandLine, reason }) => ({
      at: createdAt,
      what: actionText(action),
      who: commandLine ? words.commandLine : (operator ?? words.previousOperator),
      why: reason ?? '',
    })),
    // Actions of operators are already listed above.
    ...bans
      .filter(({ actor }) => actor !== 'operator')
      .map(({ createdAt, action, actor }) => ({
        at: createdAt,
        what: actionText(action),
        who: actorText(actor),
        why: '',
      })),
  ];
  return all.sort((a, b) => b.at.localeCompare(a.at));
}

export function LinkHistory({ id, onClose }: { id: string; onClose: () => void }) {
  const details = useLoad((signal) => api.get<SafetyLinkDetails>(`/safety/links/${id}`, {}, signal), [id]);
  return (
    <Dialog title={words.historyTitle} onClose={onClose} isWide>
      <Show of={details}>
        {(data) => {
          const all = entriesOf(data);
          return (
            <div class="stack">
              <p class="wrap">
                <b>{data.link.shortUrl}</b> <span class="soft">{words.redirectsTo(data.link.url)}</span>
              </p>
              {all.length === 0 ? <Empty icon="clock" title={words.noHistory} /> : <Entries all={all} />}
            </div>
          );
        }}
      </Show>
    </Dialog>
  );
}

function Entries({ all }: { all: HistoryEntry[] }) {
  return (
    <ol class="happenings">
      {all.map(({ at, what, who, why }) => (
        <li key={`${at} ${what}`}>
          <time class="soft small" dateTime={at}>
            {dateTime(at)}
          </time>
          <div class="wrap">
            <b>{what}</b> <span class="soft">{who}</span>
            {why && <p>{why}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

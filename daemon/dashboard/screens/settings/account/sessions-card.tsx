/** The user's sessions, each with a button to end it. */
import { Button } from '../../../../../shared/ui/button.tsx';
import { relative } from '../../../../../shared/ui/format.ts';
import { NameCell } from '../../../../../shared/ui/list/list-card.tsx';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Bones, Show } from '../../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../../shared/ui/table.tsx';
import { toast, toastError } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import type { Session } from '../../../core/types.ts';
import { text } from '../../../text/text.ts';
import { deviceOf } from './device.ts';

const words = text.account;

const list = (signal: AbortSignal) =>
  api.get<{ sessions: Session[] }>('/auth/sessions', {}, signal).then(({ sessions }) => sessions);

function nameOf({ userAgent }: Session): string {
  const { browser, system } = deviceOf(userAgent ?? '');
  if (browser && system) return words.browserOn(browser, system);
  return browser ?? system ?? (userAgent?.slice(0, 60) || words.unknownDevice);
}

export function SessionsCard() {
  const sessions = useLoad(list, []);
  const run = (work: Promise<unknown>, done: string) => {
    work.then(() => {
      toast(done);
      sessions.reload();
    }, toastError);
  };
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <section class="card">
      <header>
        <h2>{words.sessions}</h2>
        <span>{words.sessionsNote}</span>
      </header>
      <Show of={sessions} bones={<Bones rows={2} height={34} />}>
        {(all) => (
          <Table
            label={words.sessions}
            rows={all}
            columns={columnsOf(({ id }) => run(api.delete(`/auth/sessions/${id}`), words.ended))}
            nameOf={nameOf}
          />
        )}
      </Show>
      <footer>
        <span>{sessions.data && others === 0 ? words.onlyThis : ''}</span>
        <Button disabled={others === 0} onClick={() => run(api.delete('/auth/sessions'), words.othersEnded)}>
          {words.endOthers}
        </Button>
      </footer>
    </section>
  );
}

const columnsOf = (end: (session: Session) => void): Column<Session>[] => [
  {
    key: 'device',
    head: words.device,
    isGrowing: true,
    cell: (session) => <NameCell name={nameOf(session)} note={session.address} />,
  },
  { key: 'used', head: words.lastUsed, isWide: true, cell: ({ lastUsedAt }) => relative(lastUsedAt) },
  {
    key: 'end',
    head: words.end,
    isHeadHidden: true,
    isNumber: true,
    cell: (session) =>
      session.current ? (
        <span class="tag good">{words.thisOne}</span>
      ) : (
        <Button aria-label={words.endNamed(nameOf(session))} onClick={() => end(session)}>
          {words.end}
        </Button>
      ),
  },
];

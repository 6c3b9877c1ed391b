/** Where one is signed in, and ending it there. */
import { Button } from '../button.tsx';
import { relative } from '../format.ts';
import { useLoad } from '../load.ts';
import { Bones, Show } from '../states.tsx';
import { type Column, Table } from '../table.tsx';
import { uiText } from '../text.ts';
import { toast, toastError } from '../toast.tsx';
import { deviceOf } from './device.ts';

export type SignedIn = {
  id: string;
  current: boolean;
  lastUsedAt: string | null;
  userAgent: string | null;
  address: string | null;
};

type SessionsCardProps = {
  list: (signal: AbortSignal) => Promise<SignedIn[]>;
  end: (id: string) => Promise<unknown>;
  endOthers: () => Promise<unknown>;
};

function nameOf({ userAgent }: SignedIn): string {
  const words = uiText.account;
  const { browser, system } = deviceOf(userAgent ?? '');
  if (browser && system) return words.browserOn(browser, system);
  return browser ?? system ?? (userAgent?.slice(0, 60) || words.unknownDevice);
}

export function SessionsCard({ list, end, endOthers }: SessionsCardProps) {
  const words = uiText.account;
  const sessions = useLoad(list, []);
  const act = (work: Promise<unknown>, done: string) => {
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
            columns={columnsOf(({ id }) => act(end(id), words.ended))}
            idOf={({ id }) => id}
            nameOf={nameOf}
          />
        )}
      </Show>
      <footer>
        <span>{sessions.data && others === 0 ? words.onlyThis : ''}</span>
        <Button disabled={others === 0} onClick={() => act(endOthers(), words.othersEnded)}>
          {words.endOthers}
        </Button>
      </footer>
    </section>
  );
}

function columnsOf(end: (session: SignedIn) => void): Column<SignedIn>[] {
  const words = uiText.account;
  return [
    {
      key: 'device',
      head: words.device,
      isGrowing: true,
      cell: (session) => (
        <>
          <span class="first">{nameOf(session)}</span>
          <span class="second">{session.address ?? ''}</span>
        </>
      ),
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
}

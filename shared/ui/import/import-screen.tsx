/** The screen for imports: a new file and the past imports, or the import that the URL names. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { BackLink } from '../back-link.tsx';
import { Screen } from '../screen.tsx';
import { Empty } from '../states.tsx';
import type { ImportWords } from '../text/en/import.ts';
import { useQuery } from '../url-state.ts';
import { FileCard } from './file-card.tsx';
import { OneImport } from './one-import.tsx';
import { PastImportsCard } from './past-imports-card.tsx';
import type { Places } from './places.ts';
import type { ImportService } from './record.ts';
import { Steps } from './steps.tsx';

type Props = {
  service: ImportService;
  words: ImportWords;
  /** A text about who can import, for users who cannot. */
  refusal: string | undefined;
  /** Other ways to start an import than a file. `onSent` shows the import with the given id. */
  beside?: (onSent: (id: string) => void) => ComponentChildren;
  places?: Places;
  /** The screen that this one belongs to, if it is not in the menu. */
  parent?: string;
};

export function ImportScreen({ service, words, refusal, places = {}, beside, parent }: Props) {
  const [{ id }, change] = useQuery();
  const sent = useRef<string>();
  const open = (to: string | undefined) => change({ id: to });
  const show = (to: string) => {
    sent.current = to;
    open(to);
  };
  const { title } = words;
  const here = location.pathname;
  return (
    <Screen
      title={title}
      note={words.note}
      parent={id ? undefined : parent}
      above={id && <BackLink href={here} title={words.past.title} />}
    >
      {refusal !== undefined ? (
        <section class="card">
          <Empty icon="lock" title={words.notAllowed}>
            {refusal}
          </Empty>
        </section>
      ) : id ? (
        <OneImport
          key={id}
          {...{ id, service, words, places }}
          isNew={id === sent.current}
          onAnother={() => open(undefined)}
        />
      ) : (
        <div class="stack">
          <Steps words={words} at={0} />
          <FileCard service={service} words={words} onSent={({ id }) => show(id)} />
          {beside?.(show)}
          <PastImportsCard
            service={service}
            words={words}
            hrefOf={(to) => `${here}?id=${encodeURIComponent(to)}`}
            onOpen={open}
          />
        </div>
      )}
    </Screen>
  );
}

/** The screen that exports contacts: filter, columns and format. The browser downloads the file. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { sentenceOf } from '../../../../shared/ui/field-problems.ts';
import { Screen } from '../../../../shared/ui/screen.tsx';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import { useFields } from '../../core/fields.ts';
import { useNeededKinds } from '../../core/kinds.ts';
import { Refused } from '../../core/object-screen.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { filterIn } from '../../filter/address.ts';
import { downloadContacts } from '../../filter/export-link.ts';
import { useCount } from '../../filter/use-count.ts';
import { text } from '../../text/later.ts';
import { ColumnPicker } from './column-picker.tsx';
import { chosenColumns, chosenOf, columnsWith } from './columns.ts';
import { ContactChoice } from './contact-choice.tsx';
import { chosenFormat, FormatCard } from './format-card.tsx';

const words = text.export;

export const Export = () => (may('editor') ? <Exporting /> : <Refused title={words.title} least="editor" />);

/** Result of the latest download. */
type News = { isBad: boolean; text: string };

function Exporting() {
  const [query] = useQuery();
  const filter = filterIn(query);
  const count = useCount(filter);
  const kinds = useNeededKinds();
  const all = columnsWith(kinds.data?.columns ?? [], useFields() ?? []);
  const chosen = chosenOf(all, chosenColumns.value);
  const [isBusy, setBusy] = useState(false);
  const [news, setNews] = useState<News>();
  const hasNoMatch = count.data === 0;

  const download = async () => {
    setBusy(true);
    setNews(undefined);
    try {
      await downloadContacts(filter, { format: chosenFormat.value, columns: chosen.map(({ name }) => name) });
      setNews({ isBad: false, text: words.started(text.counts.contacts(count.data ?? 0), chosenFormat.value) });
    } catch (error) {
      setNews({ isBad: true, text: sentenceOf((error as Error).message) });
    } finally {
      setBusy(false);
    }
  };
  if (hasNoMatch && Object.keys(filter).length === 0) return <NoContacts />;
  return (
    <Screen
      title={words.title}
      note={words.note}
      actions={
        <Button
          kind="main"
          icon="download"
          isBusy={isBusy}
          disabled={hasNoMatch || chosen.length === 0}
          onClick={() => void download()}
        >
          {words.download}
        </Button>
      }
    >
      <div class="export-news" role="status">
        {news && !news.isBad && <p class="notice good">{news.text}</p>}
        {hasNoMatch && <p class="notice warn">{words.noMatch}</p>}
        {kinds.data && chosen.length === 0 && <p class="notice warn">{words.noColumn}</p>}
      </div>
      <div class="export-news" role="alert">
        {news?.isBad && <p class="notice bad">{news.text}</p>}
      </div>
      <div class="halves">
        <div class="stack">
          <ContactChoice filter={filter} count={count} />
          <FormatCard />
        </div>
        {kinds.data ? (
          <ColumnPicker all={all} />
        ) : (
          <section class="card">
            <Show of={kinds}>{() => null}</Show>
          </section>
        )}
      </div>
    </Screen>
  );
}

const NoContacts = () => (
  <Screen title={words.title} note={words.note}>
    <section class="card">
      <Empty
        icon="download"
        title={words.none}
        actions={
          <a class="btn" href={pathTo('contacts')}>
            {text.segments.toContacts}
          </a>
        }
      >
        {words.noneNote}
      </Empty>
    </section>
  </Screen>
);

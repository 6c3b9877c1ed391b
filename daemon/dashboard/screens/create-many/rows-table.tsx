/** The pasted rows, each with its problem or its result. */

import { CopyButton } from '../../../../shared/ui/button.tsx';
import { withoutScheme } from '../../../../shared/ui/format.ts';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { pathTo } from '../../core/routes.ts';
import { text } from '../../text/later.ts';
import type { Fault, Row } from './parse-rows.ts';
import type { Result } from './send-rows.ts';

const words = text.createMany;
const rowsShown = 300;

type Props = {
  rows: readonly Row[];
  faults: ReadonlyMap<number, Fault>;
  results: ReadonlyMap<number, Result>;
  isSending: boolean;
};

export const faultText = (fault: Fault): string =>
  fault.is === 'slugTwice' ? words.faults.slugTwice(fault.row) : words.faults[fault.is];

export function RowsTable({ rows, faults, results, isSending }: Props) {
  const columns: Column<Row>[] = [
    { key: 'row', head: words.columns.row, isNumber: true, cell: ({ number }) => number },
    {
      key: 'url',
      head: words.columns.url,
      isGrowing: true,
      cell: ({ url, title, tags }) => (
        <>
          <span class="first" dir="auto" title={url}>
            {url || '–'}
          </span>
          {(title || tags.length > 0) && (
            <span class="second" dir="auto">
              {[title, ...tags].filter(Boolean).join(' · ')}
            </span>
          )}
        </>
      ),
    },
    { key: 'slug', head: words.columns.slug, isWide: true, cell: ({ slug }) => <span class="many-slug">{slug}</span> },
    {
      key: 'state',
      head: words.columns.state,
      cell: (row) => <State fault={faults.get(row.number)} result={results.get(row.number)} isSending={isSending} />,
    },
  ];
  return (
    <>
      <Table
        label={words.title}
        rows={rows.slice(0, rowsShown)}
        columns={columns}
        idOf={({ number }) => String(number)}
      />
      {rows.length > rowsShown && <p class="soft many-more">{words.more(rows.length - rowsShown)}</p>}
    </>
  );
}

type StateProps = { fault: Fault | undefined; result: Result | undefined; isSending: boolean };

function State({ fault, result, isSending }: StateProps) {
  if (result && 'link' in result) {
    const { link } = result;
    return (
      <span class="many-made">
        <a class="text" dir="auto" href={pathTo('link', { id: link.id })} target="_blank" rel="noreferrer">
          {withoutScheme(link.shortUrl)}
        </a>
        <CopyButton kind="bare" text={link.shortUrl} name={`${text.ui.copy} ${link.slug}`} />
      </span>
    );
  }
  const problem = result ? result.problem : fault && faultText(fault);
  if (problem) return <span class="many-problem down">{problem}</span>;
  return <span class="soft">{isSending ? words.state.sending : words.state.ready}</span>;
}

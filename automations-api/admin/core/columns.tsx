/** Columns that several lists have, and the time of an object's last change. */
import type { Column } from '../../../shared/ui/table.tsx';
import { text } from '../text/text.ts';
import { Time } from './times.tsx';

const words = text.objects;

type Dated = { created_at: string; updated_at: string | null };

export const changedColumn: Column<Dated> = {
  key: 'changed',
  head: words.changed,
  isNumber: true,
  class: 'from-l soft',
  cell: ({ created_at, updated_at }) => <Time at={updated_at ?? created_at} />,
};

/** Shows the note below an object's name. */
export const ChangedNote = ({ of: { created_at, updated_at } }: { of: Dated }) => (
  <>
    {words.changedAt} <Time at={updated_at ?? created_at} />
  </>
);

/** Returns the column of the switches that turn rows on and off. */
export const switchColumn = <Row,>(cell: Column<Row>['cell']): Column<Row> => ({
  key: 'on',
  head: words.state,
  isHeadHidden: true,
  isNumber: true,
  cell,
});

/** How the list of contacts is shown in this browser. */
import { keepView } from '../../../../shared/ui/list/view.ts';

const optionalColumns = ['status', 'tags', 'lists', 'phone', 'place', 'source', 'changed', 'added'] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

export const view = keepView<OptionalColumn>('contacts', optionalColumns, ['lists', 'phone', 'source', 'added']);

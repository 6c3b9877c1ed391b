/** How the list of contacts is shown in this browser. */

import { keepView } from '../../../../shared/ui/list/view.ts';
import { kept } from '../../../../shared/ui/preferences.ts';

const optionalColumns = ['status', 'tags', 'lists', 'phone', 'place', 'source', 'changed', 'added'] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

export const view = keepView<OptionalColumn>('contacts', optionalColumns, ['lists', 'phone', 'source', 'added']);

export const pageSizes = [25, 50, 100, 250] as const;
export const pageSize = kept<number>('contacts-page-size', 50);

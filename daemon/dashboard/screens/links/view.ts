/** This browser's view of the list of links. */
import { keepView } from '../../../../shared/ui/list/view.ts';

const optionalColumns = ['tags', 'state', 'trend', 'clicks', 'lastClick', 'created', 'creator', 'note'] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

export const view = keepView<OptionalColumn>('links', optionalColumns, ['state', 'creator', 'note']);

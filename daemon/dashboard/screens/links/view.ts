/** How the list of links is shown in this browser. */
import { keepView } from '../../../../shared/ui/list/view.ts';

const optionalColumns = ['tags', 'state', 'trend', 'clicks', 'lastClick', 'created', 'note'] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

export const view = keepView<OptionalColumn>('links', optionalColumns, ['state', 'note']);

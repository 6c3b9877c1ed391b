/** Buttons below a numbered list: previous and next page. */
import { Button } from '../../../shared/ui/button.tsx';
import { uiText } from '../../../shared/ui/text.ts';
import type { Paged } from './paged.ts';

export function PageSteps({
  of: { page, hasMore, setPage },
}: {
  of: Pick<Paged<unknown>, 'page' | 'hasMore' | 'setPage'>;
}) {
  if (page === 1 && !hasMore) return null;
  return (
    <footer class="list-steps">
      <span />
      <span class="bar">
        <Button icon="left" disabled={page === 1} onClick={() => setPage(page - 1)}>
          {uiText.list.before}
        </Button>
        <Button disabled={!hasMore} onClick={() => setPage(page + 1)}>
          {uiText.list.after}
        </Button>
      </span>
    </footer>
  );
}

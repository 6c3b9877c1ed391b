/** Steps through pages that know only the next one. */
import { Button } from './button.tsx';

type PagerProps = {
  /** In words: "25 of 1,204". */
  shown: string;
  next: string | null | undefined;
  isLoading?: boolean;
  moreLabel: string;
  onMore: () => void;
};

/** What is shown, and a button for more. */
export function Pager({ shown, next, isLoading, moreLabel, onMore }: PagerProps) {
  return (
    <footer>
      <span aria-live="polite">{shown}</span>
      {next && (
        <Button isBusy={isLoading} onClick={onMore}>
          {moreLabel}
        </Button>
      )}
    </footer>
  );
}

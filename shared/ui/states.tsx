/** The states of loaded data: loading, empty and failed. */
import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { sentenceOf } from './field-problems.ts';
import { Icon, type IconName } from './icon.tsx';
import type { Shown } from './load.ts';
import { uiText } from './text.ts';

type EmptyProps = {
  icon?: IconName;
  title: string;
  /** A text about the next step. */
  children?: ComponentChildren;
  actions?: ComponentChildren;
};

export function Empty({ icon = 'info', title, children, actions }: EmptyProps) {
  return (
    <div class="state">
      <Icon name={icon} size={28} />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div class="bar">{actions}</div>}
    </div>
  );
}

/** Shows an error's message, with a button that tries again. */
export function Failed({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <div class="state" role="alert">
      <Icon name="warning" size={28} />
      <h2>{uiText.failed}</h2>
      <p>{sentenceOf(error.message)}</p>
      {retry && (
        <div class="bar">
          <Button onClick={retry}>{uiText.tryAgain}</Button>
        </div>
      )}
    </div>
  );
}

/** Shows grey bars instead of rows that are still loading. */
export function Bones({ rows = 5, height = 18 }: { rows?: number; height?: number }) {
  return (
    <div class="stack" style={{ padding: 'var(--s4)' }} role="status" aria-label={uiText.loading}>
      {Array.from({ length: rows }, (_, n) => (
        <span
          key={n}
          class="bone"
          style={{ blockSize: `${height}px`, inlineSize: `${[92, 70, 84, 60, 76][n % 5]}%` }}
        />
      ))}
    </div>
  );
}

type ShowProps<T> = {
  of: Shown<T>;
  /** Content that is shown until there is data. */
  bones?: ComponentChildren;
  children: (data: T) => ComponentChildren;
};

/** Shows data or an error. Data stays visible during a reload, even if the reload fails. */
export function Show<T>({ of, bones, children }: ShowProps<T>) {
  if (of.data !== undefined) {
    return (
      <>
        {of.error && <Previous of={of} error={of.error} />}
        {children(of.data)}
      </>
    );
  }
  if (of.error) return <Failed error={of.error} retry={of.reload} />;
  return <>{bones ?? <Bones />}</>;
}

/** Shows a warning above old data that a failed reload could not replace. */
function Previous<T>({ of, error }: { of: Shown<T>; error: Error }) {
  return (
    <div class="notice warn previous" role="alert">
      <div>{uiText.previous(sentenceOf(error.message))}</div>
      <Button isBusy={of.isLoading} onClick={of.reload}>
        {uiText.tryAgain}
      </Button>
    </div>
  );
}

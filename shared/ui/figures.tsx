/** A row with the most important numbers, each with its change since the previous period. */
import type { ComponentChildren } from 'preact';
import { changeOf } from './format.ts';

export type Figure = {
  label: string;
  /** Undefined while the value loads. */
  value: string | undefined;
  /** The current and the previous value, from which the change in per cent is shown. */
  change?: { now: number; before: number };
  /** A note that is shown if there is no change. */
  note?: ComponentChildren;
  /** True if the value is text, which needs more space than a number. */
  isText?: boolean;
  /** True if the value updates by itself. A dot indicates this. */
  isLive?: boolean;
};

export function Figures({ items }: { items: readonly Figure[] }) {
  return (
    <dl class="figures">
      {items.map(({ label, value, change, note, isText, isLive }) => (
        <div key={label}>
          <dt>
            {isLive && <span class="live-dot" />}
            {label}
          </dt>
          <dd class={isText ? 'text' : undefined}>
            {value ?? <span class="bone" style={{ inlineSize: '5ch', blockSize: '1.1em' }} />}
            {change ? <Change {...change} /> : <small class="soft">{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Change({ now, before }: { now: number; before: number }) {
  const text = changeOf(now, before);
  const way = now > before ? 'up' : now < before ? 'down' : 'soft';
  return <small class={text ? way : 'soft'}>{text ?? '–'}</small>;
}

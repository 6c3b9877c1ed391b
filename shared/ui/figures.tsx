/** The few numbers that matter most, in a row; each with how it changed. */
import type { ComponentChildren } from 'preact';
import { changeOf } from './format.ts';

export type Figure = {
  label: string;
  /** Undefined while it loads. */
  value: string | undefined;
  /** Now and before: shown as a change in per cent. */
  change?: { now: number; before: number };
  /** Instead of a change. */
  note?: ComponentChildren;
  /** Words instead of a number, which need more room. */
  isText?: boolean;
  /** Continues by itself: a dot says so. */
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

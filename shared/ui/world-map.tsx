/**
 * A map that shows each country's number as a darker or lighter colour. A list shows the same numbers, because some
 * countries are too small for the map.
 */
import { useRef, useState } from 'preact/hooks';
import { number } from './format.ts';
import type { Ranked } from './rank.tsx';
import { worldShapes, worldSize } from './world-shapes.ts';

type WorldMapProps = {
  label: string;
  /** The countries with their numbers, largest first. */
  items: readonly Ranked[];
  unit: string;
  onChoose?: (item: Ranked) => void;
};

/**
 * Returns a country's share of the accent colour, in five steps. The steps use square roots: otherwise one large
 * number would make all other countries pale.
 */
const stepOf = (count: number, most: number) => (count === 0 ? 0 : 18 + Math.ceil(Math.sqrt(count / most) * 5) * 14);

export function WorldMap({ label, items, unit, onChoose }: WorldMapProps) {
  const byCode = new Map(items.map((item) => [item.value, item]));
  const most = Math.max(1, ...items.map(({ count }) => count));
  const drawn = items.filter(({ value }) => worldShapes.some(([code]) => code === value));
  const [at, setAt] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const stop = drawn.find(({ value }) => value === at)?.value ?? drawn[0]?.value;
  const move = (event: KeyboardEvent) => {
    const n = drawn.findIndex(({ value }) => value === stop);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const to = step && drawn[(n + step + drawn.length) % drawn.length];
    if (!to) return;
    event.preventDefault();
    box.current?.querySelector<SVGElement>(`[data-code="${to.value}"]`)?.focus();
  };
  const current = byCode.get(at ?? '');
  return (
    <div ref={box} class="world">
      <svg viewBox={`0 0 ${worldSize.width} ${worldSize.height}`}>
        <title>{label}</title>
        {worldShapes.map(([code, path], n) => {
          const item = byCode.get(code);
          const fill = `color-mix(in oklab, var(--accent) ${stepOf(item?.count ?? 0, most)}%, var(--line))`;
          if (!item) return <path key={n} d={path} />;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a part of a drawing
            <path
              key={n}
              d={path}
              data-code={code}
              role="button"
              tabIndex={code === stop ? 0 : -1}
              aria-label={`${item.label}: ${number(item.count)} ${unit}`}
              style={{ fill }}
              onMouseEnter={() => setAt(code)}
              onMouseLeave={() => setAt(undefined)}
              onFocus={() => setAt(code)}
              onClick={() => onChoose?.(item)}
              onKeyDown={(event) => {
                move(event);
                if (event.key !== 'Enter' && event.key !== ' ') return;
                event.preventDefault();
                onChoose?.(item);
              }}
            />
          );
        })}
      </svg>
      <p aria-hidden="true">{current ? `${current.label}: ${number(current.count)} ${unit}` : '\u00a0'}</p>
    </div>
  );
}

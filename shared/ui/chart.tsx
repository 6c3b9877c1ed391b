/**
 * A curve over time, with the previous period as a dashed curve. The pointer or the arrow keys select a point, and
 * the numbers are also available as a table. The drawing code is loaded with the first chart; its space is reserved.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { compact, number } from './format.ts';
import type { Plot, PlotColours } from './plot.ts';
import { theme } from './preferences.ts';
import { type Column, Table } from './table.tsx';
import { uiText } from './text.ts';

export type ChartPoint = { time: string; value: number; previous?: { time: string; value: number } };

type ChartProps = {
  /** The metric and interval: "Clicks by day". */
  label: string;
  /** The metric: "Clicks". */
  unit: string;
  points: readonly ChartPoint[];
  /** True if the last point's period is still running. */
  isOpen?: boolean;
  /** Formats a time in full; `tickOf` formats it in short, or returns undefined if the axis never shows it. */
  nameOf: (time: string) => string;
  tickOf: (time: string) => string | undefined;
};

export function Chart(props: ChartProps) {
  const [isTable, setTable] = useState(false);
  const hasPrevious = props.points.some(({ previous }) => previous);
  return (
    <div class="chart">
      <p class="on-paper small">
        {props.label}
        {hasPrevious && ` · ┅ ${uiText.chart.previous}`}
      </p>
      {isTable ? <Numbers {...props} /> : <Curve {...props} />}
      <Button
        kind="bare"
        icon={isTable ? 'chart' : 'columns'}
        label={isTable ? uiText.chart.curve : uiText.chart.table}
        onClick={() => setTable(!isTable)}
      />
    </div>
  );
}

function Numbers({ label, unit, points, nameOf }: ChartProps) {
  const columns: Column<ChartPoint>[] = [
    { key: 'time', head: uiText.chart.time, cell: ({ time }) => nameOf(time) },
    { key: 'value', head: unit, isNumber: true, cell: ({ value }) => number(value) },
  ];
  if (points.some(({ previous }) => previous)) {
    columns.push({
      key: 'previous',
      head: uiText.chart.previous,
      isNumber: true,
      cell: ({ previous }) => (previous ? number(previous.value) : ''),
    });
  }
  return (
    <div class="plot numbers">
      <Table label={label} rows={points.toReversed()} columns={columns} idOf={({ time }) => time} />
    </div>
  );
}

/** A chart on paper: the width of A4 and Letter with usual margins, and the height of `.plot` there. */
const onPaper = { width: 690, height: 190 };

type At = { index: number; x: number };

type PlotProps = Pick<ChartProps, 'points' | 'isOpen' | 'tickOf'> & {
  box: { current: HTMLElement | null };
  plot: { current: Plot | undefined };
  setAt: (at: At | undefined) => void;
  colours: (isOnPaper: boolean) => PlotColours;
};

/** Draws the curve, on screen and on paper. */
function usePlot({ box, plot, setAt, points, isOpen, tickOf, colours }: PlotProps): void {
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    let opened: Plot | undefined;
    void import('./plot.ts').then(({ openPlot }) => {
      if (signal.aborted) return;
      const hasPrevious = points.some(({ previous }) => previous);
      const draw = (isOnPaper: boolean) => {
        opened?.destroy();
        if (!box.current) return;
        opened = openPlot(box.current, {
          values: points.map(({ value }) => value),
          previous: hasPrevious ? points.map(({ previous }) => previous?.value ?? 0) : undefined,
          isOpen,
          tickOf: (index) => tickOf(points[index]?.time ?? ''),
          format: compact,
          colours: colours(isOnPaper),
          onPoint: setAt,
          size: isOnPaper ? onPaper : undefined,
        });
        plot.current = opened;
      };
      draw(false);
      // A canvas does not follow the styles for paper. Chromium lays the page out right after the first event.
      addEventListener('beforeprint', () => draw(true), { signal });
      addEventListener('afterprint', () => draw(false), { signal });
    });
    const observer = new ResizeObserver(() => opened?.resize());
    if (box.current) observer.observe(box.current);
    return () => {
      ending.abort();
      observer.disconnect();
      opened?.destroy();
      setAt(undefined);
    };
  }, [points, isOpen, tickOf, colours]);
}

function Curve({ label, unit, points, isOpen, nameOf, tickOf }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>();
  const [at, setAt] = useState<At>();
  const colours = useColours(box);
  usePlot({ box, plot, setAt, points, isOpen, tickOf, colours });
  const point = at && points[at.index];
  const move = (event: KeyboardEvent) => {
    const last = points.length - 1;
    const from = at?.index ?? last + 1;
    const to = { ArrowLeft: Math.max(0, from - 1), ArrowRight: at ? Math.min(last, from + 1) : 0, Home: 0, End: last }[
      event.key
    ];
    if (event.key === 'Escape') plot.current?.show(undefined);
    if (to === undefined) return;
    event.preventDefault();
    plot.current?.show(to);
  };
  return (
    // The ARIA slider pattern makes screen readers announce the point whenever it changes.
    <div
      ref={box}
      class="plot"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-description={uiText.chart.hint}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={at?.index ?? Math.max(0, points.length - 1)}
      aria-valuetext={describe(point ?? points.at(-1), unit, nameOf)}
      onKeyDown={move}
      onBlur={() => plot.current?.show(undefined)}
    >
      {point && at && <Tip point={point} at={at} box={box.current} unit={unit} nameOf={nameOf} />}
    </div>
  );
}

function describe(point: ChartPoint | undefined, unit: string, nameOf: (time: string) => string): string {
  if (!point) return uiText.nothingYet;
  const previous = point.previous ? `; ${uiText.chart.previous}: ${number(point.previous.value)}` : '';
  return `${nameOf(point.time)}: ${number(point.value)} ${unit}${previous}`;
}

type TipProps = { point: ChartPoint; at: At; box: HTMLElement | null; unit: string; nameOf: (time: string) => string };

function Tip({ point, at, box, unit, nameOf }: TipProps) {
  const isRight = at.x > (box?.clientWidth ?? 0) / 2;
  return (
    <div class="tip" style={{ left: `${at.x}px`, translate: isRight ? 'calc(-100% - 12px)' : '12px' }}>
      <span>{nameOf(point.time)}</span>
      <b>
        {number(point.value)} {unit}
      </b>
      {point.previous && (
        <span>
          {nameOf(point.previous.time)}: {number(point.previous.value)}
        </span>
      )}
    </div>
  );
}

/** Returns a function that reads the colours for a canvas from the styles. The function changes with the theme. */
function useColours(box: { current: HTMLElement | null }): (isOnPaper: boolean) => PlotColours {
  const chosen = theme.value;
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const media = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setDark(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return useMemo(() => (isOnPaper) => coloursOf(box.current ?? document.body, isOnPaper), [chosen, isDark]);
}

function coloursOf(within: HTMLElement, isOnPaper: boolean): PlotColours {
  const probe = within.appendChild(document.createElement('i'));
  // System colours have no transparent variants, so the area would hide the curves.
  probe.style.setProperty('forced-color-adjust', 'none');
  if (isOnPaper) probe.style.colorScheme = 'light';
  const read = (colour: string) => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const colours = {
    curve: read('var(--accent)'),
    area: read('color-mix(in oklab, var(--accent) 14%, transparent)'),
    previous: read('color-mix(in oklab, var(--soft) 75%, transparent)'),
    line: read('var(--line)'),
    text: read('var(--soft)'),
  };
  probe.remove();
  return colours;
}

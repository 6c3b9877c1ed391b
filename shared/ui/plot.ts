/** The drawing of a curve with uPlot. This file is loaded with the first chart, which adds the texts. */
import uPlot from 'uplot';

export type PlotColours = { curve: string; area: string; previous: string; line: string; text: string };

type PlotOptions = {
  values: readonly number[];
  /** The previous period's values, drawn as a dashed curve. */
  previous?: readonly number[];
  /** True if the last point's period is still running. The line to it is then dashed. */
  isOpen?: boolean;
  /** Returns a point's label; undefined for points that never have one. */
  tickOf: (index: number) => string | undefined;
  format: (value: number) => string;
  colours: PlotColours;
  /** Called with the point under the pointer or the keyboard focus, and its position in the box. */
  onPoint: (point: { index: number; x: number } | undefined) => void;
  /** By default the box's. */
  size?: { width: number; height: number } | undefined;
};

export type Plot = { show(index: number | undefined): void; resize(): void; destroy(): void };

const font = '12px system-ui, sans-serif';

export function openPlot(target: HTMLElement, options: PlotOptions): Plot {
  const plot = new uPlot(optionsOf(target, options), dataOf(options), target);
  return {
    show: (index) =>
      plot.setCursor(index === undefined ? { left: -10, top: -10 } : { left: plot.valToPos(index, 'x'), top: 10 }),
    resize: () => plot.setSize(sizeOf(target)),
    destroy: () => plot.destroy(),
  };
}

/** Returns three series: the completed points, the line to the incomplete one, and the previous period. */
function dataOf({ values, previous, isOpen }: PlotOptions): uPlot.AlignedData {
  const last = values.length - 1;
  const isTail = (index: number) => isOpen === true && index >= last;
  const closed = values.map((value, index) => (isTail(index) && last > 0 ? null : value));
  const tail = values.map((value, index) => (isOpen && last > 0 && index >= last - 1 ? value : null));
  return [values.map((_, index) => index), closed, tail, ...(previous ? [[...previous]] : [])];
}

const steps = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500].flatMap((n) => [n, n * 1e3, n * 1e6]).sort((a, b) => a - b);

function optionsOf(
  target: HTMLElement,
  { values, previous, tickOf, format, colours, onPoint, size }: PlotOptions,
): uPlot.Options {
  const { curve, area } = colours;
  const labels = values.map((_, index) => tickOf(index));
  const labelWidth = widthOf(labels.filter((label) => label !== undefined));
  const axis = { stroke: colours.text, font, ticks: { show: false } };
  const plain = { points: { show: false } };
  return {
    ...(size ?? sizeOf(target)),
    padding: [10, Math.max(14, Math.ceil(labelWidth / 2)), 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 9, fill: curve, stroke: curve } },
    scales: {
      x: { time: false, range: [0, Math.max(1, values.length - 1)] },
      y: { range: (_, __, most) => [0, niceTop(most)] },
    },
    axes: [
      {
        ...axis,
        size: 30,
        grid: { show: false },
        splits: (plot) => ticksOf(labels, plot.width / (labelWidth + 24)),
        values: (_, splits) => splits.map((index) => labels[index] ?? ''),
      },
      {
        ...axis,
        size: (_, labels) => Math.max(50, labelWidth / 2, widthOf(labels ?? []) + 16),
        space: 44,
        incrs: steps,
        grid: { stroke: colours.line, width: 1 },
        values: (_, splits) => splits.map(format),
      },
    ],
    series: [
      {},
      { stroke: curve, fill: area, width: 2, points: { show: values.length === 1, size: 8, fill: curve } },
      { ...plain, stroke: curve, fill: area, width: 2, dash: [3, 4] },
      ...(previous ? [{ ...plain, stroke: colours.previous, width: 1.5, dash: [4, 5] }] : []),
    ],
    hooks: {
      setCursor: [
        (plot) => {
          const index = plot.cursor.idx ?? undefined;
          onPoint(index === undefined ? undefined : { index, x: plot.over.offsetLeft + plot.valToPos(index, 'x') });
        },
      ],
    },
  };
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({ width: clientWidth, height: clientHeight });

/** Returns the top of the scale: a little above the maximum, and never zero. */
const niceTop = (most: number | null) => Math.max(4, (most ?? 0) * 1.08);

/** Returns the width of the longest label, so that no label is cut and none touches the next one. */
function widthOf(labels: readonly string[]): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = font;
  return Math.max(0, ...labels.map((label) => context.measureText(label).width));
}

/** Returns the points whose label is shown, at most `most` of them. */
function ticksOf(labels: readonly (string | undefined)[], most: number): number[] {
  const labelled = labels.flatMap((label, index) => (label === undefined ? [] : [index]));
  const step = Math.max(1, Math.ceil(labelled.length / Math.max(2, Math.floor(most))));
  return labelled.filter((_, n) => n % step === 0);
}

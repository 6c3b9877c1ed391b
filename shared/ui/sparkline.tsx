/** A small curve, shown beside its number. */

const width = 84;
const height = 22;
const room = 2;

/** Sums neighbouring points, so that there are not more points than pixels. */
function thinned(values: readonly number[], most = width / 2): number[] {
  const size = Math.ceil(values.length / most);
  if (size <= 1) return [...values];
  return Array.from({ length: Math.ceil(values.length / size) }, (_, n) =>
    values.slice(n * size, (n + 1) * size).reduce((sum, value) => sum + value, 0),
  );
}

function pathOf(values: readonly number[]): string {
  const highest = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  return values
    .map(
      (value, n) => `${(n * step).toFixed(1)},${(height - room - (value / highest) * (height - 2 * room)).toFixed(1)}`,
    )
    .join('L');
}

/** Shows a small curve. `label` describes it for screen readers. */
export function Spark({ values, label }: { values: readonly number[]; label: string | undefined }) {
  const shown = thinned(values);
  const line = shown.length > 1 ? `M${pathOf(shown)}` : `M0,${height - room}H${width}`;
  const isFlat = shown.every((value) => value === 0);
  return (
    <>
      {label && <span class="sr">{label}</span>}
      <svg
        class={isFlat ? 'spark soft' : 'spark'}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        fill="none"
        aria-hidden="true"
      >
        {!isFlat && <path d={`${line}V${height}H0Z`} fill="currentColor" opacity="0.12" />}
        <path
          d={line}
          stroke="currentColor"
          stroke-width="1.5"
          stroke-linejoin="round"
          vector-effect="non-scaling-stroke"
          opacity={isFlat ? 0.5 : 1}
        />
      </svg>
    </>
  );
}

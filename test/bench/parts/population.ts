/** The visitors of a bench: they choose links by Zipf's law, and have 500 user agents. */

/** Returns a function that draws ranks from 0. Lower ranks are drawn more often. */
export function zipf(links: number): () => number {
  const shares = new Float64Array(links);
  let sum = 0;
  for (let rank = 0; rank < links; rank++) shares[rank] = sum += 1 / (rank + 1);
  return () => {
    const at = Math.random() * sum;
    let low = 0;
    for (let high = links - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if ((shares[middle] as number) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

export const userAgents = Array.from(
  { length: 500 },
  (_, n) =>
    `Mozilla/5.0 (${n % 3 ? 'Windows NT 10.0; Win64; x64' : 'X11; Linux x86_64'}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${90 + (n % 40)}.0.${n}.0 Safari/537.36`,
);

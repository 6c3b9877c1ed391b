/** Content negotiation by the `Accept` header. Pure. */
type Range = { kind: string; subtype: string; isRefused: boolean };

/**
 * Checks whether a client accepts one of the types. The most specific range counts: `application/json;q=0, *\/*`
 * accepts everything except JSON.
 */
export function isAccepted(accept: string, types: readonly string[]): boolean {
  const ranges = accept.split(',').map(readRange);
  return types.some((type) => accepts(type, ranges));
}

function readRange(part: string): Range {
  const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const [kind = '', subtype = ''] = range.split('/');
  return { kind, subtype, isRefused: parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) };
}

function accepts(type: string, ranges: Range[]): boolean {
  const [kind, subtype] = type.split('/');
  const closest = [
    ranges.filter((range) => range.kind === kind && range.subtype === subtype),
    ranges.filter((range) => range.kind === kind && range.subtype === '*'),
    ranges.filter((range) => range.kind === '*'),
  ].find((matching) => matching.length > 0);
  return closest?.some(({ isRefused }) => !isRefused) ?? false;
}

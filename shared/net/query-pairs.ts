/** The `name=value` pairs of a query, whose names and values can be percent-encoded. Pure. */

const decoded = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const pairName = (pair: string): string => {
  const end = pair.indexOf('=');
  return decoded(end < 0 ? pair : pair.slice(0, end));
};

/** Returns a pair's value; '' if it has none. */
export const pairValue = (pair: string): string => {
  const end = pair.indexOf('=');
  return end < 0 ? '' : decoded(pair.slice(end + 1));
};

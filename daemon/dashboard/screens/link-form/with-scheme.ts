/** The completion of a typed host or path to a URL. */
export const withScheme = (url: string): string => {
  const typed = url.trim();
  return typed === '' || typed.includes('://') ? typed : `https://${typed}`;
};

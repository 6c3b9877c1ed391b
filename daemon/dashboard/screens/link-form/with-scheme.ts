/** Completes a typed host or path to form a URL. */
export const withScheme = (url: string): string => {
  const typed = url.trim();
  return typed === '' || typed.includes('://') ? typed : `https://${typed}`;
};

/**
 * Prefix views of one buffer, each created once: a new view for every call would cost more than the work done with it.
 */
export function viewsOf(bytes: Buffer): (length: number) => Uint8Array {
  const views: Uint8Array[] = [];
  return (length) => (views[length] ??= bytes.subarray(0, length));
}

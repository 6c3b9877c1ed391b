/**
 * Returns prefix views of a buffer, each created once: a new view per call would cost more than its use.
 */
export function viewsOf(bytes: Buffer): (length: number) => Uint8Array {
  const views: Uint8Array[] = [];
  return (length) => (views[length] ??= bytes.subarray(0, length));
}

/** The beginnings of one piece of memory, each made once: a view for every call would cost more than what is done with it. */
export function viewsOf(bytes: Buffer): (length: number) => Uint8Array {
  const views: Uint8Array[] = [];
  return (length) => (views[length] ??= bytes.subarray(0, length));
}

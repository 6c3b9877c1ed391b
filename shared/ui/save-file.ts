/** Files that the browser saves: made here, or read from an address. */

/** A browser can ask first where to put it. */
const keptMs = 60_000;

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  saveFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}

/** Without a name the file has the one that the answer gives it. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Files that the browser saves: created here, or loaded from a URL. */

/** Saves a file. The browser can ask for its location. */
const keptMs = 60_000;

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  saveFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}

/** Saves a URL's file. Without a name, the response's name is used. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

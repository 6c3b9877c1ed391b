/** Files that the browser saves: created here, or downloaded from a URL. */

/** The time that a file's URL is kept, because the browser can ask the user where to save it. */
const keptMs = 60_000;

export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  saveFrom(address, name);
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}

/** Saves the file at a URL. Without `name`, the response determines the name. */
export function saveFrom(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

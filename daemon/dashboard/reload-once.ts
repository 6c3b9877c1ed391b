/** A new version was put in place of ours: a part that is gone is fetched with the new page, once. */
const mark = 'reloaded-at';
const againMs = 30_000;

export function reloadOnce(error: unknown): void {
  const isMissing = /dynamically imported|importing a module|module script/i.test((error as Error)?.message ?? '');
  const last = Number(sessionStorage.getItem(mark) ?? 0);
  if (isMissing && Date.now() - last > againMs) {
    sessionStorage.setItem(mark, String(Date.now()));
    location.reload();
    return;
  }
  throw error;
}

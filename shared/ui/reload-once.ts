/** A new version was put in place of ours: a part that is gone is fetched with the new page, once. */
const mark = 'reloaded-at';
const againMs = 30_000;

const isMissing = (error: unknown) =>
  /dynamically imported|importing a module|module script/i.test((error as Error)?.message ?? '');

/** The service answers: it is not the network that is gone. */
const isReached = () =>
  fetch(location.pathname, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Reloads the page unless it did so just now. Returns whether it reloads. */
export async function reloadOnce(error: unknown): Promise<boolean> {
  const last = Number(sessionStorage.getItem(mark) ?? 0);
  if (!isMissing(error) || Date.now() - last < againMs || !(await isReached())) return false;
  sessionStorage.setItem(mark, String(Date.now()));
  location.reload();
  return true;
}

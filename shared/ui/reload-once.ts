/** A single reload of the page, when a part is missing because a new version was installed. */
const mark = 'reloaded-at';
const againMs = 30_000;

const isMissing = (error: unknown) =>
  /dynamically imported|importing a module|module script/i.test((error as Error)?.message ?? '');

/** Returns whether the service answers, so that the network is not the cause. */
const isReached = () =>
  fetch(location.pathname, { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Reloads the page if `error` means that a part is missing and the service answers, at most once per 30 seconds. Returns
 * whether it reloads.
 */
export async function reloadOnce(error: unknown): Promise<boolean> {
  const last = Number(sessionStorage.getItem(mark) ?? 0);
  if (!isMissing(error) || Date.now() - last < againMs || !(await isReached())) return false;
  sessionStorage.setItem(mark, String(Date.now()));
  location.reload();
  return true;
}

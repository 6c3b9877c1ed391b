/** The switch to a release: `current` points to it, and its processes replace those of the other release. */
import type { Kit } from './context.ts';

type Serving = Pick<Kit, 'place' | 'say'>;

/**
 * Switches to a new release. Resolves to false if Waypost is not running; its next start then uses the release.
 * @throws with the release's fault if it is unhealthy
 */
export async function serve(version: string, { place, say }: Serving): Promise<boolean> {
  await place.makeCurrent(version);
  if ((await place.serving()) === undefined) {
    say(`Waypost is not running; its next start uses ${version}`);
    return false;
  }
  say(`starting ${version} beside the old release …`);
  await place.reload();
  say('checking its health …');
  await place.watchHealth(version);
  return true;
}

/** Switches back to the previous release. Starts its processes again only if another release is serving. */
export async function serveAgain(version: string, { place, say }: Serving): Promise<boolean> {
  await place.makeCurrent(version);
  const serving = await place.serving();
  if (serving !== undefined && serving !== version) {
    say(`starting ${version} again …`);
    await place.reload();
  }
  return serving !== undefined;
}

export const servingNow = (version: string, isServing: boolean) =>
  isServing ? `${version} serves` : `the next start uses ${version}`;

/** Switches to a release: `current` points to it, and its processes replace the other release's. */
import type { Kit } from './context.ts';

type Serving = Pick<Kit, 'place' | 'say'>;

/** Resolves to false if Waypost is not running; its next start then uses the release. @throws with the release's fault */
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

/** Does the same for the previous release, but leaves its processes alone if they never ended. */
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

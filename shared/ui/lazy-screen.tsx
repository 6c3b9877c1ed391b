/** A screen that is loaded when it is first opened. */
import type { FunctionComponent } from 'preact';
import { lazy } from 'preact-iso';
import { reloadOnce } from './reload-once.ts';
import { Failed } from './states.tsx';

/** A lazy component. `preload` loads its code before it is rendered. */
export type Part = FunctionComponent & { preload: () => Promise<unknown> };

export const part = (load: () => Promise<FunctionComponent>): Part => lazy(() => load().catch(instead)) as Part;

/** Returns the component to show if a screen cannot be loaded: nothing while the page reloads, otherwise the reason. */
async function instead(error: Error): Promise<FunctionComponent> {
  if (await reloadOnce(error)) return () => null;
  return () => <Failed error={error} retry={() => location.reload()} />;
}

/** The screens of an application and their addresses: one list says them all. */
import { exec } from 'preact-iso/router';
import type { IconName } from './icon.tsx';
import type { Part } from './part.tsx';

/**
 * `open`: without the navigation, and open to those who have not signed in. `nav`: its place in the main navigation, which
 * has its heading's words. `key`: leads there after a `g`.
 */
export type AppRoute = { name: string; path: string; nav?: IconName; open?: true; key?: string };

/** The address of a screen, with its parameters in their places. */
export type PathTo<Name extends string> = (
  name: Name,
  params?: Record<string, string>,
  query?: Record<string, string>,
) => string;

export function pathsOf<Name extends string>(
  base: string,
  routes: readonly (AppRoute & { name: Name })[],
): PathTo<Name> {
  const paths = Object.fromEntries(routes.map(({ name, path }) => [name, path])) as Record<Name, string>;
  return (name, params = {}, query = {}) => {
    const path = paths[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
    const search = new URLSearchParams(query).toString();
    return `${base}${path === '/' ? '' : path}${search && `?${search}`}`;
  };
}

/** Fetches the screen of an address while it is still being found out who asks for it. */
export function preloadScreen(
  address: string,
  base: string,
  routes: readonly AppRoute[],
  screens: Record<string, Part>,
): void {
  const found = routes.find(({ path }) => exec(address, base + path, { path: address, query: {}, params: {} }));
  if (found) void screens[found.name]?.preload();
}

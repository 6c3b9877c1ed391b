/**
 * An application's screens: a registry of their URLs, titles and components. The router, the menus, the finder and
 * the shortcuts use it.
 */
import { computed, signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { exec } from 'preact-iso/router';
import type { IconName } from './icon.tsx';
import { type Part, part } from './lazy-screen.tsx';

/**
 * A screen's component, loaded when the screen is first opened. Entries declare this type explicitly, because screens
 * use the type of the table that contains them.
 */
export type Drawn = Promise<FunctionComponent>;

/**
 * A screen that users can reach from everywhere: with the finder, a menu, or `g` followed by `key`. If two screens
 * have the same key, the first one gets it. `title` is the screen's heading and its name in menus. `note` describes
 * it in the list of settings.
 */
type Reached = { title: string; icon: IconName; menu?: 'main' | 'settings'; note?: string; key?: string };

/**
 * A screen's entry in the table. `open`: signed-out users can see it too, without the navigation. `for`: its
 * audience. `plugin`: the screen exists only while this plugin runs.
 */
type ScreenEntry<Audience extends string = string> = {
  path: string;
  load: () => Drawn;
  open?: true;
  for?: Audience;
  plugin?: string;
} & (Reached | { icon?: undefined });

export type ScreenTable<Audience extends string = string> = { [name: string]: ScreenEntry<Audience> };

/** A screen added later. `after`: the screen that comes before it in the menu. */
export type AddedScreen = ScreenEntry & { name: string; after: string };

type AppScreen = ScreenEntry & { name: string; href: string; part: Part; isMine: () => boolean };

const toScreen = (base: string, name: string, entry: ScreenEntry, isMine = () => true): AppScreen => ({
  ...entry,
  name,
  href: base + (entry.path === '/' ? '' : entry.path),
  part: part(entry.load),
  isMine,
});

const builtIn = signal<readonly AppScreen[]>([]);
const added = signal<readonly (AppScreen & { after: string })[]>([]);

/** All screens, for the router. */
export const screens = computed(() =>
  added.value
    .reduceRight<readonly AppScreen[]>((all, screen) => {
      const at = all.findIndex(({ name }) => name === screen.after) + 1 || all.length;
      return [...all.slice(0, at), screen, ...all.slice(at)];
    }, builtIn.value)
    .filter(({ plugin }) => plugin === undefined || hasPlugin(plugin)),
);

let hasPlugin = (_plugin: string) => false;

/** The checks of an application: a screen's audience includes the user; a plugin runs. */
export type ScreenChecks<Audience extends string> = {
  isFor: (audience?: Audience) => boolean;
  hasPlugin?: (plugin: string) => boolean;
};

/** Sets the table and the checks. Call it once, before anything is rendered. */
export function useScreens<Audience extends string>(
  base: string,
  table: ScreenTable<Audience>,
  { isFor, hasPlugin: has = () => false }: ScreenChecks<Audience>,
): void {
  hasPlugin = has;
  builtIn.value = Object.entries(table).map(([name, entry]) => toScreen(base, name, entry, () => isFor(entry.for)));
}

/** Adds screens that become known later. They replace screens added earlier. */
export function addScreens(base: string, entries: readonly AddedScreen[]): void {
  added.value = entries.map((entry) => ({ ...toScreen(base, entry.name, entry), after: entry.after }));
}

/** The screens that the user can reach from everywhere. Each key is assigned once. */
export const reachedScreens = computed(() => {
  const keys = new Set<string>();
  return screens.value.flatMap((screen) => {
    if (screen.icon === undefined || !screen.isMine()) return [];
    const { name, href, title: label, icon, menu, note, key = '' } = screen;
    const isFree = key !== '' && !keys.has(key);
    keys.add(key);
    return { name, href, label, icon, menu, ...(note && { note }), key: isFree ? key : '' };
  });
});

export const keyedScreens = computed(() => reachedScreens.value.filter(({ key }) => key !== ''));

export const screensIn = (menu: 'main' | 'settings') => reachedScreens.value.filter((screen) => screen.menu === menu);

/** Returns a screen's title and icon, even if the screen is for another audience than the user's. */
export function wordsOfScreen(name: string): Pick<Reached, 'title' | 'icon'> | undefined {
  const found = screens.value.find((screen) => screen.name === name);
  return found?.icon === undefined ? undefined : found;
}

/** A function that returns a screen's URL with its parameters. */
export type PathTo<Name extends string> = (
  name: Name,
  params?: Record<string, string>,
  query?: Record<string, string>,
) => string;

export const pathTo: PathTo<string> = (name, params = {}, query = {}) => {
  const { href } = builtIn.peek().find((screen) => screen.name === name) ?? {};
  if (href === undefined) throw new Error(`there is no screen ${name}`);
  const search = new URLSearchParams(query).toString();
  return `${href.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))}${search && `?${search}`}`;
};

/** Preloads the screen of a URL, while the session is still loading. */
export function preloadScreen(address: string): void {
  const isAt = ({ href }: AppScreen) => exec(address, href, { path: address, query: {}, params: {} });
  void builtIn.peek().find(isAt)?.part.preload();
}

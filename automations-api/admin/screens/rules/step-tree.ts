/** Steps with branches as a tree: places of steps, and changes that return a new tree. Pure. */

/** The steps of a branch for contacts that match its condition, and for the others. */
export type Lane = 'then' | 'else';
export const lanes: readonly Lane[] = ['then', 'else'];

export type Nested<T> = { then?: T[]; else?: T[] };

/** A step's place, like a run's path: its index, then a lane and the index there for each branch. `[1, 'then', 0]`. */
export type Place = readonly (number | Lane)[];

/** The maximum depth of nested branches. */
const deepest = 5;

const isSamePlace = (one: Place, other: Place): boolean => one.join() === other.join();

/** Returns the number of branches around a place. */
const depthOf = (place: Place): number => (place.length - 1) / 2;

/** Returns the depth of nested branches in a step, including itself. */
const heightOf = <T extends Nested<T>>(step: T): number =>
  step.then ? 1 + Math.max(0, ...lanes.flatMap((lane) => (step[lane] ?? []).map(heightOf))) : 0;

/** Returns whether a step fits at `place` without branches that are nested too deeply. */
export const fits = <T extends Nested<T>>(step: T, place: Place): boolean => depthOf(place) + heightOf(step) <= deepest;

/** Changes the list that contains a place, or if its branch no longer exists, the list around the branch. */
function withList<T extends Nested<T>>(steps: T[], place: Place, change: (list: T[], index: number) => T[]): T[] {
  const [index, lane, ...rest] = place as [number, Lane?, ...Place];
  const step = steps[index];
  if (lane === undefined || !step?.then) return change(steps, index);
  return steps.with(index, { ...step, [lane]: withList(step[lane] ?? [], rest, change) });
}

export const inserted = <T extends Nested<T>>(steps: T[], place: Place, step: T): T[] =>
  withList(steps, place, (list, index) => list.toSpliced(index, 0, step));

export const replaced = <T extends Nested<T>>(steps: T[], place: Place, step: T): T[] =>
  withList(steps, place, (list, index) => list.with(index, step));

export const removed = <T extends Nested<T>>(steps: T[], place: Place): T[] =>
  withList(steps, place, (list, index) => list.toSpliced(index, 1));

/** Lists all steps with their places, in reading order. */
export const placesOf = <T extends Nested<T>>(steps: readonly T[], before: Place = []): { step: T; place: Place }[] =>
  steps.flatMap((step, index) => {
    const place = [...before, index];
    return [{ step, place }, ...lanes.flatMap((lane) => placesOf(step[lane] ?? [], [...place, lane]))];
  });

/** Lists the places where a step can be inserted, in reading order. */
const gapsOf = <T extends Nested<T>>(steps: readonly T[], before: Place = []): Place[] => [
  ...steps.flatMap((step, index) => {
    const place = [...before, index];
    return [place, ...lanes.flatMap((lane) => (step.then ? gapsOf(step[lane] ?? [], [...place, lane]) : []))];
  }),
  [...before, steps.length],
];

/** Returns the place to which a step moves up or down, into and out of branches; undefined at the end. */
export function nextPlace<T extends Nested<T>>(steps: T[], place: Place, step: T, by: -1 | 1): Place | undefined {
  const gaps = gapsOf(removed(steps, place)).filter((gap) => fits(step, gap));
  return gaps[gaps.findIndex((gap) => isSamePlace(gap, place)) + by];
}

/** Returns the place directly below the branch around a place; undefined outside branches. */
export function placeBelowBranch(place: Place): Place | undefined {
  const branch = place.slice(0, -2);
  return branch.length === 0 ? undefined : branch.with(-1, Number(branch.at(-1)) + 1);
}

/** An answer's steps as a tree. The answer lists them with their paths. */
type Tree<T> = T & { then?: Tree<T>[]; else?: Tree<T>[] };

export const treeOf = <T extends { path: string; if?: unknown }>(all: readonly T[], before = ''): Tree<T>[] =>
  all
    .filter(({ path }) => path.startsWith(before) && !path.slice(before.length).includes('.'))
    .map((step) => ({
      ...step,
      ...(step.if !== undefined && {
        then: treeOf(all, `${step.path}.then.`),
        else: treeOf(all, `${step.path}.else.`),
      }),
    }));

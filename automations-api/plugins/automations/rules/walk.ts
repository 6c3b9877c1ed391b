/** The walk over a rule's steps, including both branches of each `if`. All code that reads or rewrites steps uses it. Pure. */
import type { Step } from '../../../host/extensions.ts';

/** A step with its position, such as `1.then.0`: the first step of the branch `then` of the second step. */
export type Place = { step: Step; path: string };
export type Branch = 'then' | 'else';

/** Lists all steps in reading order. */
export const listPlaces = (steps: readonly Step[], prefix = ''): Place[] =>
  steps.flatMap((step, index) => {
    const path = `${prefix}${index}`;
    if (step.if === undefined) return [{ step, path }];
    return [
      { step, path },
      ...listPlaces(step.then ?? [], `${path}.then.`),
      ...listPlaces(step.else ?? [], `${path}.else.`),
    ];
  });

export const listSteps = (steps: readonly Step[]): Step[] => listPlaces(steps).map(({ step }) => step);

/** Replaces each step, in reading order. A step keeps its branches. */
export const mapSteps = (steps: readonly Step[], change: (step: Step) => Step): Step[] =>
  steps.map((step) => {
    const changed = change(step);
    if (step.if === undefined) return changed;
    const branches = { then: mapSteps(step.then ?? [], change), else: mapSteps(step.else ?? [], change) };
    return { ...changed, ...branches };
  });

/** Works like `mapSteps`, but asynchronously, one step after another. */
export async function replaceSteps(steps: readonly Step[], change: (place: Place) => Promise<Step>): Promise<Step[]> {
  const changed = new Map<Step, Step>();
  for (const place of listPlaces(steps)) changed.set(place.step, await change(place));
  return mapSteps(steps, (step) => changed.get(step) as Step);
}

/** Finds a stored step by its id. */
export const findPlace = (steps: readonly Step[], id: number): Place | undefined =>
  listPlaces(steps).find(({ step }) => step.id === id);

/** Returns the place that follows: the first step of the branch, the next step, or the step after the enclosing `if`. */
export function placeAfter(steps: readonly Step[], { step, path }: Place, branch?: Branch): Place | undefined {
  const first = branch && step[branch]?.[0];
  if (first) return { step: first, path: `${path}.${branch}.0` };
  const places = new Map(listPlaces(steps).map((place) => [place.path, place]));
  for (let parts = path.split('.'); parts.length > 0; parts = parts.slice(0, -2)) {
    const next = places.get([...parts.slice(0, -1), Number(parts.at(-1)) + 1].join('.'));
    if (next) return next;
  }
  return undefined;
}

/** Returns the number of steps with `if` around a path. */
export const depthOf = (path: string): number => (path.split('.').length - 1) / 2;

/** Returns the step's number in messages, from 1: `2.then.1`. */
export const numberOf = (path: string): string =>
  path
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? Number(part) + 1 : part))
    .join('.');

/**
 * Gives each step an id that is unique in its rule. Keeps the ids of steps in `previous`, the steps of all earlier
 * versions, so that a step keeps its runs and counts after changes. A copy of a step gets a new id.
 */
export function withIds(steps: readonly Step[], previous: readonly Step[]): Step[] {
  const known = new Set(previous.flatMap(({ id }) => id ?? []));
  const used = new Set<number>();
  let last = Math.max(0, ...known);
  return mapSteps(steps, ({ id: given, ...step }) => {
    const id = given !== undefined && known.has(given) && !used.has(given) ? given : ++last;
    used.add(id);
    return { id, ...step };
  });
}

/**
 * The kinds of steps and events of rules, conditions of filters and columns of exports: the built-in ones and those of plugins,
 * as the service describes them.
 */
import { type IconName, isIcon } from '../../../shared/ui/icon.tsx';
import { type Loaded, useLoad } from '../../../shared/ui/load.ts';
import { api } from './api.ts';
import { remember } from './shared-data.ts';
import type { EventKind, Kinds, RuleStep, StepKind } from './types.ts';

const known = remember(() => api.get<Kinds>('/kinds'));

/** Undefined while they are looked up. */
export const useKinds = (): Kinds | undefined => known.use();

/** For what cannot be shown without them. @throws why they could not be looked up */
export const ensureKinds = (): Promise<Kinds> => known.ensure();

export const useNeededKinds = (): Loaded<Kinds> => useLoad(ensureKinds, []);

/** How steps name their kind; a step that has no action is named by its one member. */
export const kindNameOf = (step: RuleStep): string => step.action ?? Object.keys(step)[0] ?? '';

export const stepKindOf = (kinds: Kinds | undefined, name: string): StepKind | undefined =>
  kinds?.steps.find((kind) => kind.name === name);

export const eventKindOf = (kinds: Kinds | undefined, name: string): EventKind | undefined =>
  kinds?.events.find((kind) => kind.name === name);

export const iconOf = ({ icon }: Pick<StepKind, 'icon'>): IconName => (icon !== null && isIcon(icon) ? icon : 'bolt');

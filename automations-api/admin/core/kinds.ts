/**
 * The kinds of rule steps, rule events, filter conditions and export columns, as the service describes them, including
 * plugins' kinds.
 */
import { type IconName, isIcon } from '../../../shared/ui/icon.tsx';
import { type Loaded, useLoad } from '../../../shared/ui/load.ts';
import { api } from './api.ts';
import { remember } from './shared-data.ts';
import type { EventKind, Kinds, RuleStep, StepKind } from './types.ts';

const known = remember(() => api.get<Kinds>('/kinds'));

/** Returns the kinds; undefined while they are loading. */
export const useKinds = (): Kinds | undefined => known.use();

/** Loads the kinds, for screens that need them. @throws the reason why they could not be loaded */
export const ensureKinds = (): Promise<Kinds> => known.ensure();

export const useNeededKinds = (): Loaded<Kinds> => useLoad(ensureKinds, []);

/** Fields that do not name the kind of a step, including the fields of tried steps and of a run's steps. */
const common = ['id', 'then', 'else', 'step', 'path'];

/** Returns the kind of a step. A step without an action is named by its own field. */
export const kindNameOf = (step: RuleStep): string =>
  step.action ?? Object.keys(step).find((name) => !common.includes(name)) ?? '';

export const stepKindOf = (kinds: Kinds | undefined, name: string): StepKind | undefined =>
  kinds?.steps.find((kind) => kind.name === name);

export const eventKindOf = (kinds: Kinds | undefined, name: string): EventKind | undefined =>
  kinds?.events.find((kind) => kind.name === name);

export const iconOf = ({ icon }: Pick<StepKind, 'icon'>): IconName => (icon !== null && isIcon(icon) ? icon : 'bolt');

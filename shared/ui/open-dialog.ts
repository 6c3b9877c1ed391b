/** The dialog over everything else, for questions asked outside of any screen. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export const openDialog = signal<ComponentChildren>(undefined);

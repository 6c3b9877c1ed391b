/** The dialog on top of everything, for questions that belong to no screen. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export const openDialog = signal<ComponentChildren>(undefined);

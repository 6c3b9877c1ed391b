/** The top dialog, for questions outside of any screen. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export const openDialog = signal<ComponentChildren>(undefined);

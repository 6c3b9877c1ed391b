/** A window over everything else, for what asks outside of any screen. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export const over = signal<ComponentChildren>(undefined);

/** The strings of the application. Another language is one more `en.ts`, with its folder, and a choice here. */
import { en } from './en.ts';

export const text = en;

/**
 * The strings of the application. To add a language, add a file like `en.ts`, with its folder, and choose between
 * them here.
 */
import { en } from './en.ts';

export const text = en;

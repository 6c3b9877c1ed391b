/** Every format that links are imported from. */
import { otherFormats } from './other-formats.ts';
import { waypost } from './waypost.ts';

export const formats = [waypost, ...otherFormats];

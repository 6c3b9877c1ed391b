/** All link formats that can be imported. */
import { otherFormats } from './other-formats.ts';
import { waypost } from './waypost.ts';

export const formats = [waypost, ...otherFormats];

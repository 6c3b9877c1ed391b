/** All link formats except Waypost's own. The format that matches a file best reads it. */
import { bitly } from './bitly.ts';
import { dub } from './dub.ts';
import { genericCsv } from './generic-csv.ts';
import { kutt } from './kutt.ts';
import { shlink } from './shlink.ts';
import { shortio } from './shortio.ts';
import { yourls } from './yourls.ts';

export const otherFormats = [bitly, dub, shlink, yourls, kutt, shortio, genericCsv];

/**
 * sharp, set to one thread and no memory of earlier images. Its library is large and most processes never draw: import this
 * file by `await import('./sharp.ts')` where an image is drawn, and its types by `import type`.
 */
import sharp from 'sharp';

sharp.concurrency(1);
sharp.cache(false);

export { sharp };

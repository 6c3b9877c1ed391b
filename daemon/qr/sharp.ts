/**
 * sharp, set to one thread and without a cache. Its library is large and most processes never draw. So import this file
 * with `await import('./sharp.ts')` where an image is drawn, and its types with `import type`.
 */
import sharp from 'sharp';

sharp.concurrency(1);
sharp.cache(false);

export { sharp };

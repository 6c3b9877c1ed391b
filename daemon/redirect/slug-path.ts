/** Paths that can name a link. */
import { nameBeforeEnding } from '../../shared/net/trailing-marks.ts';

/** The path of a link: a slug and an optional slash. */
export const slugPath = /^\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})\/?$/;

/**
 * Decodes a path, because some clients percent-encode characters without need. Returns paths with an encoded slash or an
 * invalid encoding unchanged.
 */
export function decodePath(path: string): string {
  if (!path.includes('%') || /%2f/i.test(path)) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the path that an unknown path was copied or encoded from, or the same path. */
export function meantPath(path: string): string {
  const decoded = decodePath(path);
  const slug = nameBeforeEnding(decoded.slice(1));
  return slug === undefined ? decoded : `/${slug}`;
}

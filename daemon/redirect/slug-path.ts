/** Paths that can name a link. */
import { nameBeforeEnding } from '../../shared/net/trailing-marks.ts';

/** A slug, and perhaps a slash behind it. */
export const slugPath = /^\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})\/?$/;

/**
 * Some clients percent-encode what needs none. An encoded slash is no slash: such a path, and one whose encoding is
 * broken, stays as it is.
 */
export function decodePath(path: string): string {
  if (!path.includes('%') || /%2f/i.test(path)) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The path that an unknown path was copied or encoded from; the same path if there is none. */
export function meantPath(path: string): string {
  const decoded = decodePath(path);
  const slug = nameBeforeEnding(decoded.slice(1));
  return slug === undefined ? decoded : `/${slug}`;
}

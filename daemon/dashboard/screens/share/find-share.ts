/** The share of a link's or a tag's analytics. */
import { ApiError } from '../../../../shared/ui/service.ts';
import { api } from '../../core/api.ts';
import type { Share } from '../../core/types.ts';

/** `path`: the share's path in the API. */
export type Subject = { path: string; kind: 'link' | 'tag'; title?: string };

/** Fetches the share. Returns `null` if the link is not shared. */
export async function findShare(path: string, signal: AbortSignal): Promise<Share | null> {
  try {
    return await api.get<Share>(path, {}, signal);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The workspace's members. */
import { api } from '../../core/api.ts';
import { session } from '../../core/session.ts';
import type { Member } from '../../core/types.ts';

export const loadMembers = (signal: AbortSignal): Promise<Member[]> =>
  api.get<{ members: Member[] }>('/members', {}, signal).then(({ members }) => members);

export const isMe = ({ userId }: Member): boolean => userId !== null && userId === session.value?.user.id;
export const nameOf = ({ name, email }: Member): string => name ?? email;

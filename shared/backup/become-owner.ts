/** Root goes on as the owner of a directory: what it writes there is theirs, and no link that they laid leads it elsewhere. */
import { statSync } from 'node:fs';

export function becomeOwner(directory: string): void {
  const { uid, gid } = statSync(directory);
  if (process.getuid?.() !== 0 || uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

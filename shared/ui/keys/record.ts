/** API keys for the screen, and the functions that an application provides. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { KeyWords } from './text-en.ts';

export type ApiKey = {
  id: string;
  name: string;
  permission: string;
  /** Its first characters. */
  prefix?: string;
  creator?: string;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt?: string | null;
  parentKeyId?: string | null;
};
type KeyValues = { name: string; permission: string; expiresAt: string | null };

export type KeyPort = {
  words: KeyWords;
  Frame: FunctionComponent<{ actions: ComponentChildren; children: ComponentChildren }>;
  list: (signal: AbortSignal) => Promise<ApiKey[]>;
  create: (values: KeyValues) => Promise<{ key: string }>;
  revoke: (id: string) => Promise<unknown>;
  /** The permissions that the user can grant; the default is the second if keys expire, otherwise the first. */
  permissions: () => readonly string[];
  /** Keys can expire, and name their creators. */
  expire: boolean;
  /** A command for testing a key. */
  exampleCall: (key: string) => string;
  longestName: number;
};

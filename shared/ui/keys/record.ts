/** The shape of an API key for the screen, and the functions that an application provides for it. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { KeyWords } from '../text/en/keys.ts';

export type ApiKey = {
  id: string;
  name: string;
  permission: string;
  /** The first characters of the key. */
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
  /** The permissions that the user can grant. The default is the second one if keys can expire, otherwise the first. */
  permissions: () => readonly string[];
  /** True if keys can expire and show who created them. */
  expire: boolean;
  /** Returns a command that tests a key. */
  exampleCall: (key: string) => string;
  longestName: number;
};

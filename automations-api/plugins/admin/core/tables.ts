/** Row types of the plugin's table and of the WordPress tables it reads. The names have no prefix. */
import type { Generated, Kysely } from 'kysely';
import type { Nullable } from '../../../../shared/db/columns.ts';

/** A WordPress user's session. `wp_password` is a digest of WordPress's password hash. */
type WordPressSessionTable = {
  id: Generated<number>;
  hash: Buffer;
  wp_user_id: number;
  wp_password: Buffer;
  network: Buffer;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
};

type WordPressUserTable = {
  ID: number;
  user_login: string;
  user_email: string;
  user_pass: string;
  display_name: string;
};
type WordPressUserMetaTable = { user_id: number; meta_key: string; meta_value: Nullable<string> };

export type AdminTables = {
  waypost_wordpress_sessions: WordPressSessionTable;
  users: WordPressUserTable;
  usermeta: WordPressUserMetaTable;
};

export type Db = Kysely<AdminTables>;

export const tables = ['waypost_wordpress_sessions'] as const;
export const wordPressTables = ['users', 'usermeta'] as const;

/** A contact to import: an item of `contacts/batch` with its creation time in the other system. */
export type ContactItem = {
  email: string;
  /** The contact's id in the other system; used only if the import keeps ids. */
  kept_id?: number;
  f_name?: string;
  l_name?: string;
  contact_no?: string;
  country?: string;
  state?: string;
  timezone?: string;
  source?: string;
  type?: 'lead' | 'customer';
  points?: number;
  /** A name from `contacts/core/statuses.ts`. */
  status?: string;
  /** The creation time in the other system. */
  created_at?: Date;
  tag_names?: string[];
  list_names?: string[];
  /** Values by `field:slug`, or by `new:name:type` for a field that is found by name or created. */
  fields?: Record<string, unknown>;
  /** Sentences about cells that were left out or shortened. */
  faults?: readonly string[];
};

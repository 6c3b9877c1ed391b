/** A contact as an import hands it over: an item of `contacts/batch`, and when it was made elsewhere. */
export type ContactItem = {
  email: string;
  f_name?: string;
  l_name?: string;
  contact_no?: string;
  country?: string;
  state?: string;
  timezone?: string;
  source?: string;
  type?: 'lead' | 'customer';
  points?: number;
  /** A name of `contacts/core/statuses.ts`. */
  status?: string;
  /** A time in UTC. */
  created_at?: Date;
  tag_names?: string[];
  list_names?: string[];
  /** By `field:slug`, or `new:name:type` for a field that is found by its name, or made. */
  fields?: Record<string, unknown>;
  /** Sentences about cells that are left out, or in part. */
  faults?: readonly string[];
};

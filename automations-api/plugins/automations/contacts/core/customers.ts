/**
 * Customers' orders as FunnelKit counts them, by contacts' email addresses. The orders come from a WordPress that
 * shares the database.
 */
// biome-ignore-all lint/plugin: tables of other plugins have no types here.
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { named, text } from '../../../../host/shapes.ts';
import { sqlDate } from '../../core/dates.ts';
import type { Db } from '../../core/tables.ts';
import { keyOfEmail } from '../../core/text.ts';
import { fits, watchTable } from './wordpress-users.ts';

export const Customer = named(
  'Customer',
  {
    id: text('Its id.', '7'),
    cid: text("The contact's id in FunnelKit.", '12'),
    f_order_date: text('First order.', '2026-01-02 10:00:00'),
    l_order_date: text('Last order.', '2026-03-04 10:00:00'),
    total_order_count: text('Number of orders.', '3'),
    total_order_value: text('Their total value.', '120.5'),
    aov: text('Their average value.', '40.17'),
    purchased_products: text('Ids of products, as JSON.', '["4"]'),
    purchased_products_cats: text('Ids of product categories, as JSON.', '["2"]'),
    purchased_products_tags: text('Ids of product tags, as JSON.', '[]'),
    used_coupons: text('Coupons, as JSON.', '[]'),
  },
  "The contact's orders, from FunnelKit's tables in the same database. Every value is a text.",
);
export type Customer = Static<typeof Customer>;

export type FindCustomer = (email: string) => Promise<Customer | null>;

const columns = Object.keys(Customer.properties);

/** Creates the finder of customers. */
export function createCustomerFinder(db: Db, prefix: string): FindCustomer {
  const table = `${prefix}bwf_wc_customers`;
  const whileThere = watchTable(db, table, 'used_coupons');
  return (email) =>
    whileThere(null, async (charset) => {
      if (!fits(charset, email)) return null;
      const { rows } = await sql<Record<string, unknown>>`
        SELECT w.*, b.email FROM ${sql.table(`${prefix}bwf_contact`)} b JOIN ${sql.table(table)} w ON w.cid = b.id
        WHERE b.email = ${email} ORDER BY w.id
      `.execute(db);
      // FunnelKit's collation treats e and é as equal, so rows of other people are left out.
      const own = rows.find((row) => keyOfEmail(String(row.email)) === keyOfEmail(email));
      return own ? toCustomer(own) : null;
    });
}

const toCustomer = (row: Record<string, unknown>) =>
  Object.fromEntries(columns.map((name) => [name, textOf(row[name])])) as Customer;

/** Formats a value as text. A missing date is stored as zeros, and an older FunnelKit lacks some columns. */
function textOf(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : sqlDate(value);
  return String(value ?? '');
}

/** Keyboard shortcuts and dialogs of the admin application, at a site with data for each screen. */
import { startAdminExample } from '../fixtures/browser/admin-example.ts';
import { tryKeys } from '../fixtures/browser/by-keys.ts';
import { tryDialogs } from '../fixtures/browser/every-dialog.ts';
import { t } from '../runner/tap.ts';

const { visitor, places, contact } = await startAdminExample(t);

tryKeys(t, visitor, places, {
  thing: { typed: 'ada@example.com', path: `/wp-admin/contacts/${contact}` },
  act: { typed: 'add tag', dialog: 'Add tag' },
});

await tryDialogs(t, visitor, places, ['Add contact', 'Add field', 'Add tag', 'New key', 'New webhook']);

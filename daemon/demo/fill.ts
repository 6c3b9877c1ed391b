/** Entry point that fills the demo account's workspace, through an API that only this process uses. */
import { caller } from '../../shared/demo/call.ts';
import { demoAccount } from '../../shared/demo/read-only.ts';
import { runEntry } from '../../shared/process/entry.ts';
import { boot } from '../core/boot.ts';
import { openDaemon } from '../daemon.ts';
import { findWorkspace } from '../workspaces/queries.ts';
import { addExample } from './example.ts';

runEntry('demo', async () => {
  const { config, ...stores } = await boot('demo');
  const writable = { ...stores, config: { ...config, demo: false } };
  const daemon = await openDaemon(writable, { writesSnapshot: false, recordsClicks: false });
  try {
    const base = `http://127.0.0.1:${await daemon.app.listen('127.0.0.1', 0)}/api`;
    const { token } = await caller(base)<{ token: string }>('POST', '/auth/login', demoAccount);
    const call = caller(base, { Authorization: `Bearer ${token}` });
    const { id } = await call<{ id: string }>('GET', '/workspace');
    const workspace = await findWorkspace(daemon.context.db, id);
    if (!workspace) throw new Error(`the workspace ${id} does not exist`);
    await call('PATCH', '/auth/me', { name: 'Ada Lovelace' });
    await addExample(daemon.context, call, workspace.id);
    await call('POST', '/auth/logout');
  } finally {
    await daemon.close();
  }
});

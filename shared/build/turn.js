// @ts-check
import { createHash } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { root } from './sources.js';

/**
 * Waits until no other process builds here, and locks the build with an abstract socket, which Linux frees when the
 * process that owns it ends.
 * @returns {Promise<() => void>} a function that ends the lock
 */
export async function takeTurn() {
  const name = `\0waypost-build-${createHash('sha256').update(root).digest('hex').slice(0, 32)}`;
  for (;;) {
    const server = createServer().unref();
    const isOurs = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(name, () => resolve(true));
    });
    if (isOurs) {
      /** @type {Set<import('node:net').Socket>} */
      const waiting = new Set();
      server.on('connection', (socket) => waiting.add(socket.on('error', () => {})));
      return () => {
        server.close();
        for (const socket of waiting) socket.destroy();
      };
    }
    await new Promise((resolve) => connect(name).on('error', resolve).on('close', resolve).resume());
  }
}

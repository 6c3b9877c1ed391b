/**
 * Imported before tap, which follows every promise to name the test that an error escaped from, at twice the price of every
 * await. Without that such an error fails the file that runs (`file-process.ts`).
 */
import asyncHooks, { type AsyncHook } from 'node:async_hooks';
import Module from 'node:module';

const nothing: AsyncHook = { enable: () => nothing, disable: () => nothing };
asyncHooks.createHook = () => nothing;
Module.syncBuiltinESMExports();

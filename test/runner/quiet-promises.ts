/**
 * Imported before tap, which follows every promise to name the test of an escaped error, at twice the cost of every await. Without
 * that such an error fails the current file (`file-process.ts`).
 */
import asyncHooks, { type AsyncHook } from 'node:async_hooks';
import Module from 'node:module';

const nothing: AsyncHook = { enable: () => nothing, disable: () => nothing };
asyncHooks.createHook = () => nothing;
Module.syncBuiltinESMExports();

/**
 * Must be imported before tap. tap follows every promise to name the test of an uncaught error, which doubles the
 * cost of every await. Without this, such an error fails the current file (`file-process.ts`).
 */
import asyncHooks, { type AsyncHook } from 'node:async_hooks';
import Module from 'node:module';

const nothing: AsyncHook = { enable: () => nothing, disable: () => nothing };
asyncHooks.createHook = () => nothing;
Module.syncBuiltinESMExports();

/** Routes that list, activate and deactivate plugins, for administrators. */
import Type from 'typebox';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import type { PluginSwitch, ScheduledJob } from '../../../host/plugin.ts';
import type { Context } from '../context/context.ts';
import { PluginAnswer, PluginsAnswer } from '../core/answers.ts';
import { conflict, notFound } from '../core/errors.ts';
import { administrator, requireUser } from '../sessions/identify.ts';

const named = Type.Object({ name: Type.String({ minLength: 1, maxLength: 40, description: 'Name from /plugins.' }) });

export const pluginRoutes = ({ plugins, registries: { jobs } }: Context, own: string): RestRoute[] => [
  route({
    methods: ['GET'],
    path: '/plugins',
    description: 'Installed plugins and their problems; required ones cannot be deactivated here.',
    permission: administrator,
    answer: PluginsAnswer,
    callback: async () =>
      success({
        plugins: (await plugins.list()).map((row) => ({
          ...row,
          jobs: jobs.list().flatMap((job) => (jobs.ownerOf(job.name) === row.name ? showJob(job) : [])),
          needed: row.name === own,
        })),
      }),
  }),
  route({
    methods: ['POST'],
    path: '/plugin/activate',
    description: "Creates a plugin's tables and activates the plugin; running services load it within a few seconds.",
    permission: administrator,
    args: named,
    answer: PluginAnswer,
    async callback(request) {
      const { name } = request.params;
      const by = await requireUser(request);
      await getPlugin(plugins, name);
      await plugins.activate(name, by).catch((error: Error) => {
        throw conflict('plugin_broken', error.message);
      });
      return success({ plugin: await getPlugin(plugins, name) });
    },
  }),
  route({
    methods: ['POST'],
    path: '/plugin/deactivate',
    description: 'Deactivates a plugin; its data stays.',
    permission: administrator,
    args: named,
    answer: PluginAnswer,
    async callback(request) {
      const { name } = request.params;
      await getPlugin(plugins, name);
      if (name === own)
        throw conflict('plugin_needed', 'This application needs the plugin. Deactivate it on the command line.');
      await plugins.deactivate(name, await requireUser(request));
      return success({ plugin: await getPlugin(plugins, name) });
    },
  }),
];

const showJob = (job: ScheduledJob) => ({
  name: job.name,
  every_seconds: 'everyMs' in job ? Math.ceil(job.everyMs / 1_000) : null,
  at: 'at' in job ? job.at : null,
});

async function getPlugin(plugins: PluginSwitch, name: string) {
  const found = (await plugins.list()).find((one) => one.name === name);
  if (!found) throw notFound('plugin');
  return found;
}

/** The plugins of the site: description, state, and activation. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../../shared/ui/button.tsx';
import { NameCell } from '../../../../../shared/ui/list/list-card.tsx';
import { useLoad } from '../../../../../shared/ui/load.ts';
import type { MenuItem } from '../../../../../shared/ui/menu.tsx';
import { Show } from '../../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../../shared/ui/table.tsx';
import { toast, toastError } from '../../../../../shared/ui/toast.tsx';
import { Cards, useCards } from '../../../cards/cards.tsx';
import { site } from '../../../core/api.ts';
import type { SitePlugin } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { Deactivate } from './deactivate.tsx';

const words = text.plugins;

const columns: Column<SitePlugin>[] = [
  {
    key: 'name',
    head: words.plugin,
    isGrowing: true,
    class: 'plugin',
    cell: ({ name, description, from }) => <NameCell name={name} note={description || from} />,
  },
  { key: 'state', head: words.state, cell: (plugin) => <State {...plugin} /> },
  { key: 'version', head: words.version, isWide: true, isNumber: true, cell: ({ version }) => version || '–' },
  {
    key: 'tables',
    head: words.tables,
    isWide: true,
    isNumber: true,
    cell: ({ tables }) => <span title={tables.join(', ')}>{tables.length}</span>,
  },
  {
    key: 'jobs',
    head: words.jobs,
    isWide: true,
    isNumber: true,
    cell: ({ jobs }) => <span title={jobs.map(words.job).join(', ')}>{jobs.length}</span>,
  },
];

function State({ active, problem, needed }: SitePlugin) {
  if (active && problem) return <span class="tag bad">{words.broken}</span>;
  return (
    <>
      <span class={active ? 'tag good' : 'tag'}>{active ? words.active : words.inactive}</span>{' '}
      {needed && (
        <span class="tag wide" title={words.neededNote}>
          {words.needed}
        </span>
      )}
    </>
  );
}

export function Plugins() {
  const plugins = useLoad(
    (signal) => site.get<{ plugins: SitePlugin[] }>('/plugins', {}, signal).then((it) => it.plugins),
    [],
  );
  const cards = useCards('plugins');
  const [ending, setEnding] = useState<SitePlugin>();
  const [switched, setSwitched] = useState<string>();
  const announce = (message: string, { name }: SitePlugin) => {
    toast(message);
    setSwitched(name);
    plugins.reload();
  };
  const activate = (plugin: SitePlugin) =>
    void site
      .post('/plugin/activate', { name: plugin.name })
      .then(() => announce(words.activated(plugin.name), plugin), toastError);
  return (
    <SettingsScreen name="plugins" note={words.note}>
      <div class="stack">
        {switched && <Reload name={switched} />}
        {plugins.data?.map(({ name, problem }) => problem && <Fault key={name} name={name} problem={problem} />)}
        <section class="card">
          <Show of={plugins}>
            {(all) => (
              <Table
                label={words.title}
                rows={all}
                columns={columns}
                idOf={({ name }) => name}
                actions={(plugin) => actionsOf(plugin, activate, setEnding)}
              />
            )}
          </Show>
        </section>
        <Cards of={cards} />
      </div>
      {ending && (
        <Deactivate
          plugin={ending}
          onClose={() => setEnding(undefined)}
          onDone={() => announce(words.deactivated(ending.name), ending)}
        />
      )}
    </SettingsScreen>
  );
}

function actionsOf(
  plugin: SitePlugin,
  onActivate: (plugin: SitePlugin) => void,
  onDeactivate: (plugin: SitePlugin) => void,
): MenuItem[] {
  return [
    plugin.active
      ? {
          label: words.deactivate,
          isBad: true,
          isDisabled: plugin.needed,
          onSelect: () => onDeactivate(plugin),
        }
      : { label: words.activate, icon: 'bolt', onSelect: () => onActivate(plugin) },
  ];
}

/** Shows a plugin's problem above the table, because compiler messages do not fit in a column. */
const Fault = ({ name, problem }: Pick<SitePlugin, 'name' | 'problem'>) => (
  <div class="notice bad">
    <div>
      <b>{words.faultOf(name)}</b>
      <p class="small">{problem}</p>
    </div>
  </div>
);

/** Offers to reload the page, because other screens still have data from before the change. */
const Reload = ({ name }: { name: string }) => (
  <div class="notice" role="status">
    <div>
      <b>{words.reloadTitle(name)}</b>
      <p>{words.reloadNote}</p>
    </div>
    <Button icon="refresh" onClick={() => location.reload()}>
      {words.reload}
    </Button>
  </div>
);

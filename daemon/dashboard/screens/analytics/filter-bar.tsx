/** The filters of analytics: menus for link, tag and domain, and chips for the active filters. */
import { useState } from 'preact/hooks';
import { type Choice, Combobox } from '../../../../shared/ui/combobox.tsx';
import { withoutScheme } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { useLoad, useSettled } from '../../../../shared/ui/load.ts';
import { timeZone } from '../../../../shared/ui/preferences.ts';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { zoneChoices } from '../../../../shared/ui/zones.ts';
import { api } from '../../core/api.ts';
import type { Dimension, Domain, Link, LinkPage, Tag } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { loadSettings } from '../sign-in/settings.ts';
import { dimensions, nameOfValue } from './dimensions.ts';
import type { Filters } from './query.ts';

const words = text.analytics;

type Change = (changes: Query) => void;

export function Pickers({ query, change }: { query: Query; change: Change }) {
  return (
    <div class="pickers">
      <LinkPicker value={query.link ?? ''} onChoose={(link) => change({ link, tag: undefined, domain: undefined })} />
      <TagPicker value={query.tag ?? ''} onChoose={(tag) => change({ tag, link: undefined })} />
      <DomainPicker value={query.domain ?? ''} onChoose={(domain) => change({ domain, link: undefined })} />
      <ZonePicker />
    </div>
  );
}

/** Shows a combobox that looks like a select box. */
export function Picker(props: {
  label: string;
  value: string;
  choices: Choice[];
  onChoose: (value: string) => void;
  onType?: (typed: string) => void;
  areFound?: boolean;
  /** True if the choice is a filter, which printed reports name. */
  isFilter?: boolean;
}) {
  const { isFilter = true, ...box } = props;
  return (
    <div class={isFilter && props.value ? 'picker' : 'picker not-on-paper'}>
      <span class="on-paper">{box.label}:</span>
      <Combobox isLabelHidden {...box} />
      <Icon name="down" size={14} />
    </div>
  );
}

type PickerProps = { value: string; onChoose: (value: string) => void };

function LinkPicker({ value, onChoose }: PickerProps) {
  const [typed, setTyped] = useState<string>();
  const q = useSettled(typed);
  const find = (signal: AbortSignal) =>
    api.get<LinkPage>('/links', { q, limit: 20, archived: 'all', sort: q ? undefined : 'lastClickAt' }, signal);
  const found = useLoad(q === undefined ? undefined : find, [q]);
  const chosen = useLoad(
    value ? (signal) => api.get<Link>(`/links/${encodeURIComponent(value)}`, {}, signal) : undefined,
    [value],
  );
  const links = (found.data?.links ?? []).filter(({ id }) => id !== value);
  const choices: Choice[] = [
    { value: '', label: words.allLinks },
    ...(value ? [{ value, label: chosen.data ? withoutScheme(chosen.data.shortUrl) : '…' }] : []),
    ...links.map((link) => ({ value: link.id, label: withoutScheme(link.shortUrl), note: link.title ?? undefined })),
  ];
  return <Picker label={words.link} value={value} choices={choices} onChoose={onChoose} onType={setTyped} areFound />;
}

function TagPicker({ value, onChoose }: PickerProps) {
  const tags = useLoad((signal) => api.get<{ tags: Tag[] }>('/tags', {}, signal), []);
  const choices = (tags.data?.tags ?? []).map(({ tag }) => ({ value: tag, label: tag }));
  return (
    <Picker
      label={words.tag}
      value={value}
      choices={[{ value: '', label: words.allTags }, ...choices]}
      onChoose={onChoose}
    />
  );
}

function DomainPicker({ value, onChoose }: PickerProps) {
  const domains = useLoad(async (signal) => {
    const [{ defaultDomain }, { domains }] = await Promise.all([
      loadSettings(),
      api.get<{ domains: Domain[] }>('/domains', {}, signal),
    ]);
    return [defaultDomain, ...domains.map(({ hostname }) => hostname)];
  }, []);
  const choices = (domains.data ?? []).map((domain) => ({ value: domain, label: domain }));
  return (
    <Picker
      label={words.domain}
      value={value}
      choices={[{ value: '', label: words.allDomains }, ...choices]}
      onChoose={onChoose}
    />
  );
}

const zones = (): Choice[] => [{ value: '', label: words.ownZone }, ...zoneChoices()];
let allZones: Choice[] | undefined;

/** Shows the menu for the time zone, which is stored in this browser for all screens. */
function ZonePicker() {
  allZones ??= zones();
  return (
    <Picker
      label={words.timeZone}
      value={timeZone.value}
      choices={allZones}
      isFilter={false}
      onChoose={(zone) => {
        timeZone.value = zone;
      }}
    />
  );
}

type ChipsProps = { filters: Filters; onFilter: (dimension: Dimension, value: undefined) => void; onClear: () => void };

/** Shows a chip for each filter. Clicking a chip removes its filter. */
export function Chips({ filters, onFilter, onClear }: ChipsProps) {
  const active = dimensions.filter((dimension) => filters[dimension] !== undefined);
  if (active.length === 0) return null;
  return (
    <ul class="chips" aria-label={words.filters}>
      {active.map((dimension) => {
        const name = `${words.names[dimension]}: ${nameOfValue(dimension, filters[dimension] ?? '')}`;
        return (
          <li key={dimension}>
            <button
              type="button"
              class="chip"
              aria-label={text.ui.remove(name)}
              onClick={() => onFilter(dimension, undefined)}
            >
              {name}
              <Icon name="close" size={12} />
            </button>
          </li>
        );
      })}
      {active.length > 1 && (
        <li>
          <button type="button" class="btn bare" onClick={onClear}>
            {words.clear}
          </button>
        </li>
      )}
    </ul>
  );
}

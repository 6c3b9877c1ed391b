/** The screens and cards that plugins describe: access, and conversion to answers. */
import type { Log } from '../../../../shared/log/log.ts';
import type { Caller, Role, User } from '../../../host/core/route.ts';
import type { AdminScreen, CardAction, CardRow, PluginRegistries, SettingsCard } from '../../../host/extensions.ts';

type Source = { registries: Pick<PluginRegistries, 'cards' | 'screens'>; log: Log };

const ranks: Record<Role, number> = { viewer: 0, editor: 1, administrator: 2 };
const isAtLeast = ({ role }: Pick<User, 'role'>, least: Role = 'administrator') => ranks[role] >= ranks[least];

/** Returns the card's screen; by default the plugins tab of the settings. */
export const screenOf = ({ screen = 'plugins' }: SettingsCard): string => screen;

export const canOpen = (user: Pick<User, 'role'>, { least }: AdminScreen): boolean => isAtLeast(user, least);

/** Checks access to a card. It requires access to the card's screen. */
export function canUse({ registries: { screens } }: Source, user: User, card: SettingsCard): boolean {
  const screen = screens.find(screenOf(card));
  return isAtLeast(user, card.least ?? screen?.least) && (!screen || canOpen(user, screen));
}

export const showScreen = ({ name, title, note, icon, menu, after, key }: AdminScreen) => ({
  name,
  title,
  note: note ?? null,
  icon: icon ?? null,
  menu: menu ?? ('main' as const),
  after: after ?? null,
  key: key !== undefined && /^[a-z]$/.test(key) ? key : null,
});

const showAction = ({ name, label, icon, warning, form }: CardAction) => ({
  name,
  label,
  icon: icon ?? null,
  warning: warning ?? null,
  form: form ?? null,
});

const pageSize = 25;
const longestCell = 1_000;

/** Converts a card to its answer. If the plugin's code fails, the card has a problem instead. */
export async function showCard(source: Source, card: SettingsCard, by: Caller, offset = 0) {
  const { registries, log } = source;
  const { name, title, note, actions = [] } = card;
  const head = { name, title, note: note ?? null, actions: actions.map(showAction), preview: Boolean(card.preview) };
  const empty = { form: null, values: {}, table: null, problem: null };
  try {
    if ('form' in card)
      return { ...head, ...empty, form: card.form, values: await registries.cards.run(name, card.read) };
    return { ...head, ...empty, table: await showTable(source, card, by, offset) };
  } catch (err) {
    const plugin = registries.cards.ownerOf(name);
    log.warn({ err, plugin, card: name }, 'a card could not be shown');
    return {
      ...head,
      ...empty,
      actions: [],
      preview: false,
      problem: `The plugin ${plugin} could not show this. The log says why.`,
    };
  }
}

type TableOf = Extract<SettingsCard, { columns: unknown }>;

async function showTable({ registries: { cards } }: Source, card: TableOf, by: Caller, offset: number) {
  const { name, columns, rowActions = [] } = card;
  const { rows, total } = await cards.run(name, () => card.rows({ limit: pageSize, offset }, by));
  const shown = rows.slice(0, pageSize).map((row, n) => showRow(Object.keys(columns.properties), row, offset + n));
  return { columns, rows: shown, total, actions: rowActions.map(showAction) };
}

const showRow = (columns: string[], row: CardRow, n: number) => ({
  id: String(row.id ?? n),
  contact_id: row.contact_id ?? null,
  cells: Object.fromEntries(columns.map((name) => [name, showCell(row[name])])),
});

/** Converts a value other than a number, boolean or null to text. */
function showCell(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value;
  const text = value instanceof Date ? value.toISOString() : Array.isArray(value) ? value.join(', ') : String(value);
  return text.slice(0, longestCell).toWellFormed();
}

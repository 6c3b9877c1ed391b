/** The dimensions of clicks as screens show them, each by one entry. A filter bar has them in this order, and so has a card. */
import { countryName, languageName } from '../../../../shared/ui/format.ts';
import type { Ranked } from '../../../../shared/ui/rank.tsx';
import type { Dimension, StatsValue } from '../../core/types.ts';
import { text } from '../../text/text.ts';

type CardName = 'places' | 'devices' | 'sources' | 'campaigns';

/** `nameOf`: the name of a value that is no text to show. */
const shown: Record<Dimension, { card: CardName; nameOf?: (value: string) => string }> = {
  country: { card: 'places', nameOf: countryName },
  device: { card: 'devices' },
  os: { card: 'devices' },
  browser: { card: 'devices' },
  referrer: { card: 'sources' },
  trigger: { card: 'devices' },
  language: { card: 'places', nameOf: languageName },
  utmSource: { card: 'campaigns' },
  utmMedium: { card: 'campaigns' },
  utmCampaign: { card: 'campaigns' },
};

export const dimensions = Object.keys(shown) as Dimension[];

export const dimensionsOn = (card: CardName) => dimensions.filter((dimension) => shown[dimension].card === card);

const words = text.analytics.values as Record<string, string>;

export const nameOfValue = (dimension: Dimension, value: string) =>
  words[value] ?? shown[dimension].nameOf?.(value) ?? value;

/** The value that stands for all that were not kept. It cannot be asked for. */
export const isOthers = ({ value }: { value: string }) => value === '(other)';

export const rankedOf = (dimension: Dimension, values: readonly StatsValue[] = []): Ranked[] =>
  values.map(({ value, clicks }) => ({ value, label: nameOfValue(dimension, value), count: clicks }));

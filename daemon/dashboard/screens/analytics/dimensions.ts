/** The dimensions of clicks on screens, one entry each, in the order of the filter bar and the cards. */
import { countryName, languageName } from '../../../../shared/ui/format.ts';
import type { Ranked } from '../../../../shared/ui/rank.tsx';
import type { Dimension, StatsBody } from '../../core/types.ts';
import { text } from '../../text/text.ts';

type CardName = 'places' | 'devices' | 'sources' | 'campaigns';

/** The card of each dimension. `nameOf` formats values that are not shown unchanged. */
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
  variant: { card: 'campaigns' },
};

export const dimensions = Object.keys(shown) as Dimension[];

export const dimensionsOn = (card: CardName) => dimensions.filter((dimension) => shown[dimension].card === card);

const words = text.analytics.values as Record<string, string>;

export const nameOfValue = (dimension: Dimension, value: string) =>
  words[value] ?? shown[dimension].nameOf?.(value) ?? value;

/**
 * Returns whether a row is the sum of all values that are not stored separately. This sum cannot be used as a filter.
 */
export const isOthers = ({ value }: { value: string }) => value === '(other)';

export const rankedOf = (dimension: Dimension, breakdown: StatsBody['breakdown'] | undefined): Ranked[] =>
  (breakdown?.[dimension === 'variant' ? 'variants' : dimension] ?? []).map(({ value, clicks }) => ({
    value,
    label: nameOfValue(dimension, value),
    count: clicks,
  }));

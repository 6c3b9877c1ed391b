/** The fields of a link in words, where two people changed the same. */
import { countryName } from '../../../../shared/ui/format.ts';
import type { FieldWords } from '../../../../shared/ui/save-changed.ts';
import { text } from '../../text/text.ts';
import type { CountryRow } from './values.ts';

const words = text.linkForm;

const labels: Record<string, string> = {
  url: words.url,
  slug: words.slug,
  title: words.optionTitle,
  tags: words.tags,
  note: words.note,
  startsAt: words.startsAt,
  notStartedUrl: words.notStartedUrl,
  expiresAt: words.expiresAt,
  maxClicks: words.maxClicks,
  expiredUrl: words.expiredUrl,
  iosUrl: words.iosUrl,
  androidUrl: words.androidUrl,
  geo: words.details.countries,
  ...Object.fromEntries(Object.entries(words.utm).map(([name, label]) => [`utm.${name}`, label])),
  'preview.title': words.previewTitle,
  'preview.description': words.previewDescription,
  'preview.imageUrl': words.previewImage,
  redirectType: words.redirectType,
  externalId: words.externalId,
  importedClicks: words.importedClicks,
};

export const fieldWords: FieldWords<Record<string, unknown>> = {
  label: (name) => labels[name] ?? name,
  show: (name, value) => {
    if (name === 'geo')
      return (value as CountryRow[]).map(({ country, url }) => `${countryName(country)}: ${url}`).join('\n');
    return /At$/.test(name) ? String(value).replace('T', ' ') : undefined;
  },
};

/** Examples in the API description. */
import { answersOf, columnsOf, fieldList, type Given, unsetColumns } from './core/fields.ts';

const externalId = 'campaign-2030/launch';
const given: Given = Object.fromEntries(fieldList.flatMap(([name, { example }]) => (example ? [[name, example]] : [])));
const { url, title, externalId: _none, ...others } = answersOf({ ...unsetColumns, ...columnsOf(given) });

export const link = {
  id: 'lnk_5ZkQ8sVw2LrTq0YpXb7c',
  workspaceId: 'ws_Jd93kfLa0Qp2Zx71MnBv',
  domain: 'go.example.com',
  slug: 'launch',
  shortUrl: 'https://go.example.com/launch',
  url,
  title,
  tags: ['campaign', 'spring'],
  externalId,
  hasPassword: false,
  ...others,
  archived: false,
  banned: false,
  warnings: [],
  createdAt: '2026-11-21T08:15:30.123Z',
  updatedAt: '2026-11-21T08:15:30.123Z',
};

const begun = { url, slug: link.slug, domain: link.domain, title, tags: link.tags };
export const input = { ...begun, externalId, ...given };
export const externalInput = { ...begun, ...given };

export const patch = { title: 'Spring launch', tags: ['spring'], expiresAt: null, archived: true };

export const bulk = { links: [{ url: 'https://example.com/a' }, { url: 'https://example.com/b', slug: 'launch' }] };

export const bulkResult = {
  results: [
    { index: 0, ok: true, status: 201, link },
    {
      index: 1,
      ok: false,
      status: 409,
      error: {
        code: 'slug_taken',
        message: 'the slug launch is already used on this domain',
        details: { field: 'slug' },
      },
    },
  ],
  created: 1,
  failed: 1,
};

const otherId = 'lnk_0aGx4TtRm9WcE2vNhY6u';

export const idPage = { ids: [link.id, otherId], nextCursor: null };

export const manyIds = { ids: [link.id, otherId] };
export const manyPatch = {
  ...manyIds,
  set: { archived: true, expiresAt: '2030-01-31T09:00:00Z' },
  addTags: ['autumn'],
  removeTags: ['spring'],
};
export const manyResult = {
  results: [
    { index: 0, id: link.id, ok: true },
    { index: 1, id: otherId, ok: false, error: { code: 'not_found', message: 'no such link in this workspace' } },
  ],
};

export const page = { links: [link], nextCursor: 'WyJsaW5rcyIsMTc5NTI1MDUzMDEyMyw0Ml0' };
export const tags = { tags: [{ tag: 'campaign', count: 12 }] };

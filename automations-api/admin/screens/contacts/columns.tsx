/** The columns of the list of contacts. */
import { countryName } from '../../../../shared/ui/format.ts';
import { TagLinks } from '../../../../shared/ui/list/tag-links.tsx';
import type { Column } from '../../../../shared/ui/table.tsx';
import { pathTo } from '../../routes.ts';
import { nameOfTerm } from '../../terms.ts';
import { text } from '../../text/text.ts';
import { Time } from '../../times.tsx';
import type { ContactRecord, Term } from '../../types.ts';
import { StatusBadge } from './status-badge.tsx';
import type { OptionalColumn } from './view.ts';

const words = text.contacts;

export type KnownTerms = { tag: Term[] | undefined; list: Term[] | undefined };

export const nameOf = ({ f_name, l_name }: Pick<ContactRecord, 'f_name' | 'l_name'>) => `${f_name} ${l_name}`.trim();

/** Those that are not hidden. */
export function columnsOf(known: KnownTerms, hidden: readonly OptionalColumn[]): Column<ContactRecord>[] {
  const columns: Column<ContactRecord>[] = [
    { key: 'contact', head: words.columns.contact, isGrowing: true, sort: 'email', cell: Name },
    { key: 'status', head: words.columns.status, cell: ({ status }) => <StatusBadge code={status} /> },
    {
      key: 'tags',
      head: words.columns.tags,
      class: 'from-m',
      cell: ({ tags }) => <Terms kind="tag" ids={tags} known={known.tag} />,
    },
    {
      key: 'lists',
      head: words.columns.lists,
      class: 'from-l',
      cell: ({ lists }) => <Terms kind="list" ids={lists} known={known.list} />,
    },
    { key: 'phone', head: words.columns.phone, class: 'from-l', cell: ({ contact_no }) => contact_no },
    {
      key: 'place',
      head: words.columns.place,
      class: 'from-l',
      cell: ({ state, country }) => [state, countryName(country)].filter(Boolean).join(', '),
    },
    { key: 'source', head: words.columns.source, class: 'from-xl', cell: ({ source }) => source },
    {
      key: 'changed',
      head: words.columns.changed,
      isNumber: true,
      class: 'from-m soft',
      sort: 'last_modified',
      cell: ({ last_modified }) => <Time at={last_modified} />,
    },
    {
      key: 'added',
      head: words.columns.added,
      isNumber: true,
      class: 'from-l soft',
      sort: 'creation_date',
      cell: ({ creation_date }) => <Time at={creation_date} />,
    },
  ];
  return columns.filter(({ key }) => !hidden.includes(key as OptionalColumn));
}

function Name(contact: ContactRecord) {
  return (
    <>
      <a class="first" href={pathTo('contact', { id: contact.id })}>
        {nameOf(contact) || contact.email}
      </a>
      <span class="second" title={contact.email}>
        {contact.email}
      </span>
    </>
  );
}

type TermsProps = { kind: 'tag' | 'list'; ids: string; known: Term[] | undefined };

/** `ids` as records have them, JSON text. */
const Terms = ({ kind, ids, known }: TermsProps) => (
  <TagLinks
    tags={(JSON.parse(ids) as number[]).map((id) => ({
      label: nameOfTerm(known, id),
      href: pathTo('contacts', {}, { [kind]: String(id) }),
    }))}
  />
);

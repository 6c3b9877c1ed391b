/** Brazilian Portuguese strings for the import of links. */
import { importWords } from '../../../../shared/ui/text/pt/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Importar links',
    {
      one: 'link',
      many: 'links',
      note: 'Traga links de outro sistema ou de uma planilha, com slugs, títulos, tags e datas.',
      left: 'As tags',
      files: 'CSV, JSON, JSON Lines ou um dump SQL do YOURLS, também compactados',
      formats: {
        waypost: 'Waypost',
        bitly: 'Bitly',
        dub: 'Dub',
        kutt: 'Kutt',
        shlink: 'Shlink',
        shortio: 'Short.io',
        yourls: 'YOURLS',
      },
    },
    {
      label: 'Se o slug já estiver em uso',
      options: {
        skip: 'Pular a linha',
        change: 'Alterar o link existente',
        suffix: 'Adicionar um número ao slug',
      },
    },
  ),
  who: 'Membros e administradores podem importar links. Peça a um deles.',
};

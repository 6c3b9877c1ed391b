/** Brazilian Portuguese strings for the import of contacts. */
import { importWords } from '../../../../shared/ui/text/pt/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Importar',
    {
      one: 'contato',
      many: 'contatos',
      note: 'Traga contatos de outro sistema ou de uma planilha, com seus campos, tags e listas.',
      left: 'As tags, as listas e os campos personalizados',
      files: 'CSV, JSON ou JSON Lines, também compactados, ou vários arquivos em um ZIP',
      formats: {
        waypost: 'Waypost',
        fluentcrm: 'FluentCRM',
        funnelkit: 'FunnelKit',
        hubspot: 'HubSpot',
        listmonk: 'listmonk',
        mailchimp: 'Mailchimp',
      },
    },
    {
      label: 'Se o contato já existir',
      options: {
        fill: 'Preencher só campos vazios e adicionar tags e listas',
        change: 'Alterar o contato',
        skip: 'Pular a linha',
      },
      defaultStatus: {
        label: 'Contatos sem status',
        hint: 'Escolha Inscrito só para pessoas que concordaram em receber seus e-mails.',
        options: { unverified: 'Não verificado', subscribed: 'Inscrito' },
      },
      refusesFaultyCells: {
        label: 'Recusar linhas com células incorretas',
        hint: 'Caso contrário, uma data, um número ou uma opção que não pode ser lida é ignorada, com uma nota, e o contato é importado.',
      },
      resubscribe: {
        label: 'Incluir contatos com inscrição cancelada e devolvidos',
        hint: 'Inscreve-os novamente se o arquivo indicar. Use só com o consentimento deles.',
      },
    },
  ),
  from: {
    title: 'Deste WordPress',
    note: 'O Waypost lê os contatos uma vez e não altera nada lá. Primeiro você vê o que a importação faria.',
    action: (plugin, contacts) => `Do ${plugin}: ${contacts}`,
  },
  forAllRows: { tag: 'Tags para todas as linhas', list: 'Listas para todas as linhas' },
  newFields: {
    text: 'Novo campo: texto',
    number: 'Novo campo: número',
    date: 'Novo campo: data',
    textarea: 'Novo campo: texto longo',
  },
  who: 'Editores e administradores podem importar contatos. Peça a um deles.',
};

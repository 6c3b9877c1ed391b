/** Brazilian Portuguese strings for consent. */
import type { Text } from '../text.ts';

export const consent: Text['consent'] = {
  title: 'Consentimento',
  about: 'Double opt-in e as páginas para os contatos.',
  saved: 'Salvo',
  optIn: {
    title: 'Double opt-in',
    enabled: 'Pedir a novos contatos que confirmem seu e-mail',
    enabledHint: 'Cada novo contato não verificado recebe este e-mail e fica inscrito ao confirmar.',
    subject: 'Assunto',
    text: 'Texto',
    textHint: (tags) =>
      `Marcadores: ${tags}. {{f_name|cliente}} mostra “cliente” se não houver nome. Sem alterações, o e-mail é enviado no idioma do contato.`,
    preview: 'Prévia do e-mail',
    asHtml: 'Abrir como HTML',
    from: 'De',
    subjectOf: 'Assunto',
  },
  pages: {
    title: 'Páginas',
    note: 'O texto de cada página, com {{sender}} se quiser. Deixe vazio para usar o texto padrão, que os visitantes veem no idioma deles.',
    preview: 'Prévia',
    previewOf: (page) => `Prévia de ${page}, em uma nova aba`,
    names: {
      unsubscribe: 'Cancelar inscrição',
      unsubscribed: 'Inscrição cancelada',
      preferences: 'Preferências de e-mail',
      confirm: 'Confirmar',
      confirmed: 'Agradecimento',
    },
  },
};

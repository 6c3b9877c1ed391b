/** Brazilian Portuguese strings for second factors. */
import { plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const secondFactor: Text['secondFactor'] = {
  title: 'Segundo fator',
  note: 'Uma segunda prova de identidade além da sua senha.',
  none: 'Você entra só com uma senha. Adicione um app autenticador ou uma chave de acesso para proteger sua conta.',
  needed: 'Configure um segundo fator',
  neededNote: 'Aqui todos precisam de um. Adicione-o para continuar.',
  unverified:
    'Primeiro verifique seu e-mail: abra o link enviado para ele. Depois você pode adicionar um segundo fator.',
  types: { totp: 'App autenticador', passkey: 'Chave de acesso' },
  addApp: 'Adicionar app autenticador',
  addPasskey: 'Adicionar chave de acesso',
  added: (type) => `Segundo fator adicionado: ${type}`,
  turnOn: 'Ativar',
  continue: 'Continuar',
  name: 'Nome',
  nameHint: 'Um nome que você reconheça.',
  scan: 'Escaneie este código com um app autenticador ou digite a chave. Depois digite os seis dígitos que ele mostra.',
  qrCode: 'Código QR para o app autenticador',
  secret: 'Chave',
  code: 'Código',
  appCodeHint: 'Seis dígitos. Eles mudam a cada 30 segundos.',
  passkeyNote:
    'Seu navegador pede impressão digital, rosto, PIN ou chave de segurança. Uma chave de acesso também permite entrar sem senha.',
  passkeyNotUsed: 'O navegador não usou uma chave de acesso. Tente novamente.',
  passkeyKnown: 'Este dispositivo já tem uma chave de acesso para sua conta.',
  codes: 'Códigos de recuperação',
  codesOnce: 'Salve estes códigos agora. Eles não serão mostrados de novo.',
  codesNote: 'Cada um funciona uma vez no lugar de um código ou chave de acesso, caso você perca seu dispositivo.',
  kept: 'Já salvei',
  codesLeft: (count) =>
    count === 0
      ? 'Não restam códigos de recuperação.'
      : plural(count, {
          one: 'Resta # código de recuperação.',
          many: 'Restam # de códigos de recuperação.',
          other: 'Restam # códigos de recuperação.',
        }),
  finish: 'Concluir',
  renewCodes: 'Novos códigos de recuperação',
  renewTitle: 'Criar novos códigos de recuperação?',
  renewNote: 'Seus códigos atuais deixam de funcionar.',
  remove: 'Remover',
  removeTitle: (name) => `Remover ${name}?`,
  removeNote: 'Não servirá mais para entrar.',
  removeLast:
    'É seu último segundo fator. Sua senha bastará para entrar, e seus códigos de recuperação deixam de funcionar.',
  removed: (name) => `Segundo fator ${name} removido`,
};

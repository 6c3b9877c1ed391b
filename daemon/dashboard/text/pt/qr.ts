/** Brazilian Portuguese strings for QR codes. */
import { number, plural } from '../../../../shared/ui/text/pt/ui.ts';
import type { Text } from '../text.ts';

export const qr: Text['qr'] = {
  title: 'Código QR',
  many: (n) =>
    plural(n, { one: 'Códigos QR de # link', many: 'Códigos QR de # de links', other: 'Códigos QR de # links' }),
  preview: (url) => `Prévia do código QR de ${url}`,
  drawn: (url) => `Código QR de ${url}`,
  colours: 'Cores',
  fg: 'Cor',
  bg: 'Fundo',
  pick: (colour) => `Escolher ${colour}`,
  contrast: (ratio) => `Contraste ${ratio}:1`,
  tooFaint: (ratio, least) => `Contraste ${ratio}:1: os leitores precisam de pelo menos ${least}:1.`,
  inverted: 'A cor deve ser mais escura que o fundo: a maioria dos leitores precisa disso.',
  coloursNeed: (plan) => `Cores personalizadas requerem o plano ${plan}.`,
  seePlans: 'Ver planos',
  logo: 'Logotipo',
  chooseLogo: 'Escolher logotipo',
  logoHint: 'PNG, JPEG ou um SVG simples, até 100\u00a0kB.',
  logoUnfit: 'Escolha um PNG, JPEG ou SVG de no máximo 100\u00a0kB.',
  removeLogo: 'Remover logotipo',
  brandLogo: 'O logotipo do domínio',
  useBrandLogo: 'Usar o logotipo do domínio',
  style: 'Forma',
  styles: [
    { value: 'squares', label: 'Quadrados' },
    { value: 'dots', label: 'Pontos' },
  ],
  margin: 'Margem',
  marginHint: 'Em módulos. O padrão exige 4.',
  format: 'Formato',
  formats: [
    { value: 'svg', label: 'SVG, para impressão' },
    { value: 'png', label: 'PNG' },
  ],
  size: 'Tamanho em pixels',
  ecc: 'Correção de erros',
  eccHint: 'Quanto do código pode estar coberto ou danificado. Um logotipo precisa de um nível alto.',
  eccs: [
    { value: '', label: 'Automática' },
    { value: 'L', label: 'Baixa, 7%' },
    { value: 'M', label: 'Média, 15%' },
    { value: 'Q', label: 'Boa, 25%' },
    { value: 'H', label: 'Alta, 30%' },
  ],
  attempt: 'Testar com um leitor',
  attemptHint: 'O Waypost desenha o código e o lê como um celular leria.',
  reads: 'Um leitor consegue ler este código.',
  reset: 'Redefinir',
  download: 'Baixar',
  downloadZip: 'Baixar ZIP',
  drawing: (done, all) =>
    plural(all, {
      one: `${number(done)} de # código desenhado`,
      many: `${number(done)} de # de códigos desenhados`,
      other: `${number(done)} de # códigos desenhados`,
    }),
  drawnMany: (n) =>
    plural(n, { one: '# código QR baixado', many: '# de códigos QR baixados', other: '# códigos QR baixados' }),
  copyImage: 'Copiar como imagem',
  copySvg: 'Copiar como SVG',
  copyAddress: 'Copiar URL da imagem',
  copied: 'Copiado',
  notCopied: (why) => `Não foi possível copiar: ${why}`,
};

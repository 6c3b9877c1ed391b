/** Brazilian Portuguese strings for the screens before sign-in. */
import type { Text } from '../text.ts';

export const signIn: Text['signIn'] = {
  title: 'Entrar',
  email: 'E-mail',
  password: 'Senha',
  passwordHint: 'No mínimo 10 caracteres.',
  submit: 'Entrar',
  by: (provider) => `Entrar com ${provider}`,
  byPasskey: 'Entrar com uma chave de acesso',
  or: 'ou',
  codeNeeded: 'Sua senha está correta. Agora digite um código.',
  passkeyNeeded: 'Sua senha está correta. Agora use sua chave de acesso.',
  codeHint: 'Seis dígitos do seu app ou um código de recuperação.',
  recoveryCode: 'Código de recuperação',
  otherAccount: 'Usar outra conta',
  demo: (email, password) => `Esta é uma demonstração. Entre como ${email} com a senha ${password}.`,
  createAccount: 'Criar uma conta',
  noAccount: 'Ainda não tem conta?',
  forgot: 'Esqueci a senha',
  back: 'Voltar para o login',
  signedInAs: (email) => `Você entrou como ${email}.`,
  continue: 'Continuar',
  signOut: 'Sair',
};

export const handOver: Text['handOver'] = {
  title: 'Abrindo Contatos',
  note: 'Iniciando sua sessão em Contatos.',
  failed: 'Não foi possível abrir Contatos',
  stay: 'Voltar para o painel',
};

export const firstVisit: Text['firstVisit'] = {
  title: 'Criar a primeira conta',
  note: 'Ainda não existe nenhuma conta. A primeira administra esta instalação.',
  code: 'Código do log',
  codeHint: 'O Waypost o escreve no log ao iniciar, por exemplo K7MP-2XWD-9RTA.',
  submit: 'Criar conta',
};

export const forgotPassword: Text['forgotPassword'] = {
  title: 'Esqueci a senha',
  note: 'O Waypost envia a você por e-mail um link para definir uma nova.',
  submit: 'Enviar link',
  sent: 'Confira sua caixa de entrada',
  sentNote: (email) =>
    `Se ${email} tiver uma conta, um link para definir uma nova senha está a caminho. Ele expira em uma hora.`,
  again: 'Usar outro e-mail',
  noMail: 'Nenhum servidor de e-mail está configurado. O operador encontra o e-mail na pasta mail do servidor.',
};

export const resetPassword: Text['resetPassword'] = {
  title: 'Definir uma nova senha',
  note: 'Isso encerra todas as suas outras sessões.',
  password: 'Nova senha',
  submit: 'Definir senha',
  done: 'Sua nova senha foi definida',
  needsFactor: 'Sua nova senha foi definida. Entre com ela.',
  broken: 'Este link não é mais válido',
  brokenNote: 'Ele funciona uma vez, por uma hora. Solicite um novo.',
  ask: 'Enviar um novo link',
};

export const signUp: Text['signUp'] = {
  title: 'Criar uma conta',
  name: 'Nome',
  email: 'E-mail',
  password: 'Senha',
  inviteCode: 'Código de convite',
  inviteCodeHint: 'Fornecido pelo operador.',
  submit: 'Criar conta',
  haveAccount: 'Já tenho uma conta',
  inviteOnly: 'As contas são criadas só por convite',
  inviteOnlyNote: 'Peça a um administrador do seu espaço de trabalho que convide você e abra o link do convite.',
  closed: 'O cadastro está fechado',
  closedNote: 'Peça uma conta ao operador.',
  byProvider: (provider) => `Sua conta é criada quando você entra com ${provider} pela primeira vez.`,
};

export const join: Text['join'] = {
  title: 'Aceitar o convite',
  titleOf: (workspace) => `Participar de ${workspace}`,
  titleOfContacts: 'Participar de Contatos',
  note: (email, role) => `Convite para ${email} como ${role.toLowerCase()}.`,
  noteOfContacts: (email, role) => `Convite para ${email} em Contatos como ${role.toLowerCase()}.`,
  noteOfBoth: (email, role, inContacts) =>
    `Convite para ${email} como ${role.toLowerCase()}, e em Contatos como ${inContacts.toLowerCase()}.`,
  submit: 'Participar',
  signInSubmit: 'Entrar e participar',
  signUpSubmit: 'Criar conta e participar',
  otherAccount: (signedIn, invited) => `Você entrou como ${signedIn}, mas o convite é para ${invited}.`,
  switchAccount: 'Sair e continuar',
  stay: 'Manter a sessão',
  joined: (workspace) => `Agora você participa de ${workspace}`,
  joinedContacts: 'Agora você participa de Contatos',
  broken: 'Este convite não é mais válido',
  brokenNote: 'Ele foi usado, revogado ou expirou. Peça um novo.',
};

export const verify: Text['verify'] = {
  title: 'Verifique seu e-mail',
  note: 'Continue só se você criou esta conta. Caso contrário, defina uma nova senha: isso encerra qualquer outro acesso.',
  submit: 'Verificar e-mail',
  signInSubmit: 'Entrar e verificar e-mail',
  done: 'Seu e-mail foi verificado',
  broken: 'Este link não é mais válido',
  brokenNote: 'Ele funciona uma vez, por três dias. Entre para receber um novo.',
  toDashboard: 'Ir para o painel',
  notice: (email) => `Verifique ${email}: abra o link enviado para ele.`,
  again: 'Reenviar e-mail',
  sentAgain: 'O e-mail está a caminho',
};

export const confirmAddress: Text['confirmAddress'] = {
  title: 'Confirme seu novo e-mail',
  note: 'Depois você entra com ele.',
  submit: 'Usar este e-mail',
  signInSubmit: 'Entrar e usar este e-mail',
  done: 'Seu e-mail foi alterado',
  broken: 'Este link não é mais válido',
  brokenNote: 'Ele funciona uma vez, por três dias. Altere o e-mail novamente na sua conta.',
};

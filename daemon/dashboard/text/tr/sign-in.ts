/** Turkish strings for the screens before sign-in. */
import type { Text } from '../text.ts';

export const signIn: Text['signIn'] = {
  title: 'Oturum aç',
  email: 'E-posta',
  password: 'Parola',
  passwordHint: 'En az 10 karakter.',
  submit: 'Oturum aç',
  by: (provider) => `${provider} ile oturum aç`,
  byPasskey: 'Geçiş anahtarıyla oturum aç',
  or: 'veya',
  codeNeeded: 'Parolanız doğru. Şimdi bir kod girin.',
  passkeyNeeded: 'Parolanız doğru. Şimdi geçiş anahtarınızı kullanın.',
  codeHint: 'Uygulamanızdaki altı rakam veya bir kurtarma kodu.',
  recoveryCode: 'Kurtarma kodu',
  otherAccount: 'Başka hesap kullan',
  demo: (email, password) => `Bu bir demo. ${email} adresi ve ${password} parolasıyla oturum açın.`,
  createAccount: 'Hesap oluştur',
  noAccount: 'Hesabınız yok mu?',
  forgot: 'Parolamı unuttum',
  back: 'Oturum açmaya dön',
  signedInAs: (email) => `${email} olarak oturum açtınız.`,
  continue: 'Devam et',
  signOut: 'Oturumu kapat',
};

export const handOver: Text['handOver'] = {
  title: 'Kişiler açılıyor',
  note: 'Kişilerde oturumunuz açılıyor.',
  failed: 'Kişiler açılamıyor',
  stay: 'Panele dön',
};

export const firstVisit: Text['firstVisit'] = {
  title: 'İlk hesabı oluştur',
  note: 'Henüz hesap yok. İlk hesap bu kurulumu yönetir.',
  code: 'Günlükteki kod',
  codeHint: 'Waypost başlarken günlüğüne yazar, örneğin K7MP-2XWD-9RTA.',
  submit: 'Hesap oluştur',
};

export const forgotPassword: Text['forgotPassword'] = {
  title: 'Parolamı unuttum',
  note: 'Waypost, yenisini belirlemeniz için size e-postayla bir bağlantı gönderir.',
  submit: 'Bağlantı gönder',
  sent: 'E-postanıza bakın',
  sentNote: (email) =>
    `${email} adresinin bir hesabı varsa yeni parola belirleme bağlantısı yolda. Süresi bir saat sonra dolar.`,
  again: 'Başka e-posta kullan',
  noMail: 'Posta sunucusu ayarlanmamış. Operatör, e-postayı sunucudaki mail klasöründe bulur.',
};

export const resetPassword: Text['resetPassword'] = {
  title: 'Yeni parola belirle',
  note: 'Bu, diğer tüm oturumlarınızı kapatır.',
  password: 'Yeni parola',
  submit: 'Parolayı belirle',
  done: 'Yeni parolanız belirlendi',
  needsFactor: 'Yeni parolanız belirlendi. Onunla oturum açın.',
  broken: 'Bu bağlantı artık geçerli değil',
  brokenNote: 'Bir kez, bir saat boyunca çalışır. Yenisini isteyin.',
  ask: 'Yeni bağlantı gönder',
};

export const signUp: Text['signUp'] = {
  title: 'Hesap oluştur',
  name: 'Ad',
  email: 'E-posta',
  password: 'Parola',
  inviteCode: 'Davet kodu',
  inviteCodeHint: 'Operatör verir.',
  submit: 'Hesap oluştur',
  haveAccount: 'Hesabım var',
  inviteOnly: 'Hesaplar yalnızca davetle',
  inviteOnlyNote: 'Çalışma alanınızın bir yöneticisinden davet isteyin, sonra davetteki bağlantıyı açın.',
  closed: 'Kayıt kapalı',
  closedNote: 'Operatörden hesap isteyin.',
  byProvider: (provider) => `${provider} ile ilk oturum açışınızda hesabınız oluşturulur.`,
};

export const join: Text['join'] = {
  title: 'Daveti kabul et',
  titleOf: (workspace) => `Katıl: ${workspace}`,
  titleOfContacts: 'Kişilere katıl',
  note: (email, role) => `${email} davet edildi. Rol: ${role.toLocaleLowerCase('tr')}.`,
  noteOfContacts: (email, role) => `${email} kişilere davet edildi. Rol: ${role.toLocaleLowerCase('tr')}.`,
  noteOfBoth: (email, role, inContacts) =>
    `${email} davet edildi. Rol: ${role.toLocaleLowerCase('tr')}, kişilerde: ${inContacts.toLocaleLowerCase('tr')}.`,
  submit: 'Katıl',
  signInSubmit: 'Oturum aç ve katıl',
  signUpSubmit: 'Hesap oluştur ve katıl',
  otherAccount: (signedIn, invited) => `${signedIn} olarak oturum açtınız, ama davet ${invited} için.`,
  switchAccount: 'Oturumu kapat ve devam et',
  stay: 'Oturum açık kalsın',
  joined: (workspace) => `Katıldınız: ${workspace}`,
  joinedContacts: 'Kişilere katıldınız',
  broken: 'Bu davet artık geçerli değil',
  brokenNote: 'Kullanılmış, iptal edilmiş veya süresi dolmuş. Yenisini isteyin.',
};

export const verify: Text['verify'] = {
  title: 'E-postanızı doğrulayın',
  note: 'Yalnızca bu hesabı siz oluşturduysanız devam edin. Siz oluşturmadıysanız yeni bir parola belirleyin: bu, diğer tüm erişimi sonlandırır.',
  submit: 'E-postayı doğrula',
  signInSubmit: 'Oturum aç ve e-postayı doğrula',
  done: 'E-postanız doğrulandı',
  broken: 'Bu bağlantı artık geçerli değil',
  brokenNote: 'Bir kez, üç gün boyunca çalışır. Yenisi için oturum açın.',
  toDashboard: 'Panele git',
  notice: (email) => `${email} adresini doğrulayın: ona gönderilen bağlantıyı açın.`,
  again: 'E-postayı yeniden gönder',
  sentAgain: 'E-posta yolda',
};

export const confirmAddress: Text['confirmAddress'] = {
  title: 'Yeni e-postanızı onaylayın',
  note: 'Bundan sonra onunla oturum açarsınız.',
  submit: 'Bu e-postayı kullan',
  signInSubmit: 'Oturum aç ve bu e-postayı kullan',
  done: 'E-postanız değiştirildi',
  broken: 'Bu bağlantı artık geçerli değil',
  brokenNote: 'Bir kez, üç gün boyunca çalışır. E-postanızı hesabınızda yeniden değiştirin.',
};

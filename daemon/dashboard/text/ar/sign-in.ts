/** Arabic strings for the screens before sign-in. */
import type { Text } from '../text.ts';

export const signIn: Text['signIn'] = {
  title: 'تسجيل الدخول',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  passwordHint: '10 أحرف على الأقل.',
  submit: 'تسجيل الدخول',
  by: (provider) => `تسجيل الدخول باستخدام \u2068${provider}\u2069`,
  byPasskey: 'تسجيل الدخول بمفتاح مرور',
  or: 'أو',
  codeNeeded: 'كلمة المرور صحيحة. أدخل الآن رمزًا.',
  passkeyNeeded: 'كلمة المرور صحيحة. استخدم الآن مفتاح المرور.',
  codeHint: 'ستة أرقام من تطبيقك، أو رمز استرداد.',
  recoveryCode: 'رمز الاسترداد',
  otherAccount: 'استخدام حساب آخر',
  demo: (email, password) =>
    `هذا عرض تجريبي. سجّل الدخول باسم \u2068${email}\u2069 وكلمة المرور \u2068${password}\u2069.`,
  createAccount: 'إنشاء حساب',
  noAccount: 'ليس لديك حساب؟',
  forgot: 'نسيت كلمة المرور',
  back: 'العودة إلى تسجيل الدخول',
  signedInAs: (email) => `سجّلت الدخول باسم \u2068${email}\u2069.`,
  continue: 'متابعة',
  signOut: 'تسجيل الخروج',
};

export const handOver: Text['handOver'] = {
  title: 'جارٍ فتح جهات الاتصال',
  note: 'جارٍ تسجيل دخولك إلى جهات الاتصال.',
  failed: 'يتعذر فتح جهات الاتصال',
  stay: 'العودة إلى لوحة التحكم',
};

export const firstVisit: Text['firstVisit'] = {
  title: 'إنشاء الحساب الأول',
  note: 'لا يوجد حساب بعد. الحساب الأول يدير هذا التثبيت.',
  code: 'الرمز من السجل',
  codeHint: 'يكتبه Waypost في سجله عند بدء التشغيل، مثل K7MP-2XWD-9RTA.',
  submit: 'إنشاء الحساب',
};

export const forgotPassword: Text['forgotPassword'] = {
  title: 'نسيت كلمة المرور',
  note: 'يرسل إليك Waypost رابطًا لتعيين كلمة مرور جديدة.',
  submit: 'إرسال الرابط',
  sent: 'تحقق من بريدك الإلكتروني',
  sentNote: (email) =>
    `إذا كان لـ \u2068${email}\u2069 حساب، فإن رابط تعيين كلمة مرور جديدة في طريقه إليه. تنتهي صلاحيته بعد ساعة واحدة.`,
  again: 'استخدام بريد آخر',
  noMail: 'لم يُعدّ خادم بريد. يجد مشغّل الخدمة الرسالة في مجلد البريد على الخادم.',
};

export const resetPassword: Text['resetPassword'] = {
  title: 'تعيين كلمة مرور جديدة',
  note: 'يؤدي ذلك إلى تسجيل خروجك من كل الجلسات الأخرى.',
  password: 'كلمة المرور الجديدة',
  submit: 'تعيين كلمة المرور',
  done: 'تم تعيين كلمة المرور الجديدة',
  needsFactor: 'تم تعيين كلمة المرور الجديدة. سجّل الدخول بها.',
  broken: 'لم يعد هذا الرابط صالحًا',
  brokenNote: 'يعمل مرة واحدة، لمدة ساعة واحدة. اطلب رابطًا جديدًا.',
  ask: 'إرسال رابط جديد',
};

export const signUp: Text['signUp'] = {
  title: 'إنشاء حساب',
  name: 'الاسم',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور',
  inviteCode: 'رمز الدعوة',
  inviteCodeHint: 'يوفره مشغّل الخدمة.',
  submit: 'إنشاء الحساب',
  haveAccount: 'لديّ حساب',
  inviteOnly: 'الحسابات بالدعوة فقط',
  inviteOnlyNote: 'اطلب من مشرف مساحة عملك أن يدعوك، ثم افتح الرابط الموجود في الدعوة.',
  closed: 'إنشاء الحسابات مغلق',
  closedNote: 'اطلب حسابًا من مشغّل الخدمة.',
  byProvider: (provider) => `ينشأ حسابك عند أول تسجيل دخول باستخدام \u2068${provider}\u2069.`,
};

export const join: Text['join'] = {
  title: 'قبول الدعوة',
  titleOf: (workspace) => `الانضمام إلى \u2068${workspace}\u2069`,
  titleOfContacts: 'الوصول إلى جهات الاتصال',
  note: (email, role) => `تمت دعوة \u2068${email}\u2069 بدور \u2068${role}\u2069.`,
  noteOfContacts: (email, role) => `تمت دعوة \u2068${email}\u2069 إلى جهات الاتصال بدور \u2068${role}\u2069.`,
  noteOfBoth: (email, role, inContacts) =>
    `تمت دعوة \u2068${email}\u2069 بدور \u2068${role}\u2069، وإلى جهات الاتصال بدور \u2068${inContacts}\u2069.`,
  submit: 'انضمام',
  signInSubmit: 'تسجيل الدخول والانضمام',
  signUpSubmit: 'إنشاء حساب والانضمام',
  otherAccount: (signedIn, invited) =>
    `سجّلت الدخول باسم \u2068${signedIn}\u2069، لكن الدعوة لـ \u2068${invited}\u2069.`,
  switchAccount: 'تسجيل الخروج والمتابعة',
  stay: 'البقاء في هذا الحساب',
  joined: (workspace) => `انضممت إلى \u2068${workspace}\u2069`,
  joinedContacts: 'يمكنك الآن الوصول إلى جهات الاتصال',
  broken: 'لم تعد هذه الدعوة صالحة',
  brokenNote: 'تم استخدامها أو إبطالها أو انتهت صلاحيتها. اطلب دعوة جديدة.',
};

export const verify: Text['verify'] = {
  title: 'تأكيد بريدك الإلكتروني',
  note: 'تابع فقط إذا كنت من أنشأ هذا الحساب. وإلا فعيّن كلمة مرور جديدة: يُنهي ذلك كل وصول آخر.',
  submit: 'تأكيد البريد الإلكتروني',
  signInSubmit: 'تسجيل الدخول وتأكيد البريد',
  done: 'تم تأكيد بريدك الإلكتروني',
  broken: 'لم يعد هذا الرابط صالحًا',
  brokenNote: 'يعمل مرة واحدة، لمدة ثلاثة أيام. سجّل الدخول للحصول على رابط جديد.',
  toDashboard: 'الانتقال إلى لوحة التحكم',
  notice: (email) => `أكّد \u2068${email}\u2069: افتح الرابط المرسل إليه.`,
  again: 'إعادة إرسال الرسالة',
  sentAgain: 'الرسالة في طريقها',
};

export const confirmAddress: Text['confirmAddress'] = {
  title: 'تأكيد بريدك الإلكتروني الجديد',
  note: 'تسجّل الدخول به بعد ذلك.',
  submit: 'استخدام هذا البريد',
  signInSubmit: 'تسجيل الدخول واستخدام هذا البريد',
  done: 'تم تغيير بريدك الإلكتروني',
  broken: 'لم يعد هذا الرابط صالحًا',
  brokenNote: 'يعمل مرة واحدة، لمدة ثلاثة أيام. غيّر بريدك الإلكتروني مجددًا في حسابك.',
};

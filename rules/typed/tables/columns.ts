const list = (names: string): readonly string[] => names.split('|')

/** The column names that the first line of a list may use, including those of exported files of members. */
export const columnNames = {
  address: list(
    'address|email|e-mail|email address|e-mail address|e-mail 1 - value|mail|mobile|mobile number|mobile phone|phone|phone 1 - value|mobile or email|地址|邮箱|电子邮箱|电子邮件|电子邮件地址|邮件|手机|手机号|手机号码|手机号或邮箱|電子郵件|手機|correo|correo electrónico|courriel|e-mail-adresse|メールアドレス|이메일',
  ),
  name: list('name|full name|display name|姓名|名字|名称|成员名称|nombre|nom|氏名|이름'),
  role: list('role|roles|角色'),
  note: list('note|附言|留言|备注'),
}

const list = (names: string): readonly string[] => names.split('|')

/** The names that the first line of a list may give to its columns, including those of our own files of members. */
export const columnNames = {
  address: list(
    'address|email|e-mail|email address|mail|mobile|mobile number|phone|mobile or email|地址|邮箱|电子邮箱|邮件|手机|手机号|手机号码|手机号或邮箱',
  ),
  name: list('name|full name|display name|姓名|名字|名称|成员名称'),
  role: list('role|roles|角色'),
  note: list('note|附言|留言|备注'),
}

/** What a code is for, in the words of messages, by the name of its purpose. */
export const purposeTexts: Record<'en' | 'zh-Hans', Record<string, string>> = {
  en: {
    register: 'create your account',
    login: 'sign in',
    reset_password: 'reset your password',
    change_password: 'change your password',
    bind: 'add a number or email',
    change: 'change your number or email',
    verify: 'confirm that it is you',
    authorize: 'authorise an application',
    manager: 'take over an organisation',
    activate: 'activate your account',
    recovery: 'make this the recovery address of an account',
  },
  'zh-Hans': {
    register: '注册账号',
    login: '登录',
    reset_password: '重置密码',
    change_password: '修改密码',
    bind: '绑定手机号或邮箱',
    change: '更换手机号或邮箱',
    verify: '确认是你本人',
    authorize: '授权应用',
    manager: '接任组织的主管理员',
    activate: '激活账号',
    recovery: '将此邮箱设为账号的备用邮箱',
  },
}

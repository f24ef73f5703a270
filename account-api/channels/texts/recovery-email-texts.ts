/** The changes of a recovery address, as messages tell them. The detail is the masked address, or both. */
export const recoveryEmailChanges = {
  en: {
    recovery_email_added: (detail: string) =>
      `${detail} was added to your account as the recovery address. It does not sign in. From 72 hours on it gets a copy of messages like this one`,
    recovery_email_changed: (detail: string) => `The recovery address of your account was changed: ${detail}`,
    recovery_email_removed: (detail: string) => `The recovery address ${detail} was removed from your account`,
  },
  'zh-Hans': {
    recovery_email_added: (detail: string) =>
      `${detail} 已设为你账号的备用邮箱。它不能用于登录，72 小时后开始抄送此类通知`,
    recovery_email_changed: (detail: string) => `你账号的备用邮箱已更换：${detail}`,
    recovery_email_removed: (detail: string) => `备用邮箱 ${detail} 已从你的账号移除`,
  },
}

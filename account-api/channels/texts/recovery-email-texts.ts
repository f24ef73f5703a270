/** The sentences about changes of a recovery address. The detail is the masked address, or both. */
export const recoveryEmailChanges = {
  en: {
    recovery_email_added: (detail: string) =>
      `${detail} was added to your account as the recovery address. It does not sign in. From 72 hours on it gets a copy of messages like this one`,
    recovery_email_changed: (detail: string) => `The recovery address of your account was changed: ${detail}`,
    recovery_email_removed: (detail: string) => `The recovery address ${detail} was removed from your account`,
    recovery_email_removal_asked: (detail: string) =>
      `Someone asked to remove the recovery address of your account. It will be removed on ${detail}`,
    recovery_email_change_asked: (detail: string) =>
      `Someone asked to change the recovery address of your account. It will be changed on ${detail}`,
    recovery_email_removal_stopped: (detail: string) =>
      `The recovery address ${detail} stays with your account: the change was stopped`,
  },
  'zh-Hans': {
    recovery_email_added: (detail: string) =>
      `${detail} 已设为你账号的备用邮箱。它不能用于登录，72 小时后开始抄送此类通知`,
    recovery_email_changed: (detail: string) => `你账号的备用邮箱已更换：${detail}`,
    recovery_email_removed: (detail: string) => `备用邮箱 ${detail} 已从你的账号移除`,
    recovery_email_removal_asked: (detail: string) => `有人申请移除你账号的备用邮箱，将于 ${detail}移除`,
    recovery_email_change_asked: (detail: string) => `有人申请更换你账号的备用邮箱，将于 ${detail}更换`,
    recovery_email_removal_stopped: (detail: string) => `备用邮箱 ${detail} 仍保留在你的账号上，更改已取消`,
  },
}

import { among } from './invitation-text'

/** Acts of the operator on an account, as messages name them. The detail is the reason, or a time. */
export const operatorChanges = {
  en: {
    account_frozen: (detail: string) =>
      `We have suspended your account, so nobody can sign in to it. The reason: ${detail}. If that is not right, ask our support`,
    account_unfrozen: () => 'Your account is no longer suspended. You can sign in again',
    sessions_ended: (detail: string) =>
      `We have signed your account out on every device. The reason: ${detail}. You can sign in again`,
    account_restored: (detail: string) =>
      `We have restored your account, which was to be deleted. The reason: ${detail}. You can sign in again`,
    limits_released: (detail: string) =>
      `We have ended the waiting times of your account after many tries. The reason: ${detail}`,
    recovery_asked: (detail: string) =>
      `Someone told our support that they can no longer sign in to your account. On ${detail} we will send them a link that sets a new password, to an address that your account does not have`,
    operator_added: (detail: string) =>
      `Your account was made an operator's. The reason: ${detail}. If you do not know of this, tell our support at once`,
    operator_removed: (detail: string) => `Your account is no longer an operator's. The reason: ${detail}`,
    operator_ended: () =>
      "Your account is no longer an operator's, because its access was recovered. Ask another operator to give it back",
    recovery_to_agree: (detail: string) =>
      `Someone told our support that they can no longer sign in to your account. Once a second person of our support agrees, until ${detail}, we will send them a link that sets a new password, to an address that your account does not have`,
    recovery_agreed: () =>
      'Two people of our support have agreed to help someone who can no longer sign in to your account. We have sent them a link that sets a new password, to an address that your account does not have',
    recovery_stopped: () => 'The help with signing in was stopped. No link for a new password will be sent',
  },
  'zh-Hans': {
    account_frozen: (detail: string) => `我们已冻结你的账号，暂时不能登录。原因：${detail}。如有疑问，请联系客服`,
    account_unfrozen: () => '你的账号已解冻，可以重新登录',
    sessions_ended: (detail: string) => `我们已让你的账号在所有设备上退出登录。原因：${detail}。你可以重新登录`,
    account_restored: (detail: string) => `我们已取消注销并恢复你的账号。原因：${detail}。你可以重新登录`,
    limits_released: (detail: string) => `已解除你账号的等待限制，现在可以重试。原因：${detail}`,
    recovery_asked: (detail: string) =>
      `有人向客服表示已无法登录你的账号。我们将于 ${detail}向一个未绑定此账号的地址发送设置新密码的链接`,
    operator_added: (detail: string) => `你的账号已成为运营人员账号。原因：${detail}。如果你不知情，请立即联系客服`,
    operator_removed: (detail: string) => `你的账号不再是运营人员账号。原因：${detail}`,
    operator_ended: () => '你的账号已通过找回流程恢复，不再是运营人员账号。如需恢复权限，请联系其他运营人员',
    recovery_to_agree: (detail: string) =>
      `有人向客服表示已无法登录你的账号。如另一位客服在 ${detail}前同意，我们会向一个未绑定此账号的地址发送设置新密码的链接`,
    recovery_agreed: () =>
      '有人表示已无法登录你的账号，两位客服均已同意协助。我们已向一个未绑定此账号的地址发送设置新密码的链接',
    recovery_stopped: () => '设置新密码的链接已取消，不会发送到其他地址',
  },
}

export const recoveryLinkTexts = {
  en: ({ site, link }: { site: string; link: string }) => ({
    subject: `Set a new password for your ${site} account`,
    body: `You told the support of ${site} that you can no longer sign in. Open this link, which works once, within 7 days, and set a new password:\n${link}\n\nDo not share the link: we never ask for it. If you did not ask for it, ignore this.`,
  }),
  'zh-Hans': ({ site, link }: { site: string; link: string }) => ({
    subject: `为你的${among(site)}账号设置新密码`,
    body: `你已向客服说明无法登录。请打开此链接设置新密码，7 天内有效，只能使用一次：\n${link}\n\n请勿将链接告诉他人，我们不会索要。如果不是你申请的，请忽略此消息。`,
  }),
}

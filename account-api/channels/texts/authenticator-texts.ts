/**
 * The sentences about changes of an authenticator app and of passkeys. The detail is a time, or how many codes are
 * left.
 */
export const authenticatorChanges = {
  en: {
    authenticator_added: () => 'An authenticator app was added to your account',
    authenticator_removed: () => 'The authenticator app was removed from your account',
    authenticator_removal_asked: (detail: string) =>
      `Someone asked to remove the authenticator app from your account. It will be removed on ${detail}`,
    authenticator_removal_stopped: () => 'The authenticator app stays with your account: its removal was stopped',
    authenticator_asked: () => 'Signing in to your account now asks for a code from the authenticator app',
    authenticator_not_asked: () => 'Signing in to your account no longer asks for a code from the authenticator app',
    authenticator_guessed: () =>
      'Someone passed the first step of signing in to your account, and then entered many wrong codes from your authenticator app',
    recovery_codes_made: () => 'New recovery codes were made for your account. The earlier ones no longer work',
    recovery_code_used: (detail: string) => `A recovery code of your account was used. Codes left: ${detail}`,
    passkey_added: () => 'A passkey was added to your account. It can sign in without a password or a code',
    passkey_removed: () => 'A passkey was removed from your account',
    passkey_removal_asked: (detail: string) =>
      `Someone asked to remove a passkey from your account. It will be removed on ${detail}`,
    passkey_removal_stopped: () => 'The passkey stays with your account: its removal was stopped',
  },
  'zh-Hans': {
    authenticator_added: () => '你的账号已绑定身份验证器',
    authenticator_removed: () => '你的账号已解绑身份验证器',
    authenticator_removal_asked: (detail: string) => `有人申请解绑你账号的身份验证器，将于 ${detail}解绑`,
    authenticator_removal_stopped: () => '身份验证器仍绑定在你的账号上，解绑已取消',
    authenticator_asked: () => '登录你的账号时，现在需要输入身份验证器的验证码',
    authenticator_not_asked: () => '登录你的账号时，已不再需要输入身份验证器的验证码',
    authenticator_guessed: () => '有人通过了登录你账号的第一步，随后多次输错身份验证器的验证码',
    recovery_codes_made: () => '你的账号已生成新的恢复码，原来的恢复码已不能使用',
    recovery_code_used: (detail: string) => `你账号的一个恢复码已被使用，还剩 ${detail} 个`,
    passkey_added: () => '你的账号已添加一个通行密钥，可以不用密码和验证码登录',
    passkey_removed: () => '你账号的一个通行密钥已删除',
    passkey_removal_asked: (detail: string) => `有人申请删除你账号的一个通行密钥，将于 ${detail}删除`,
    passkey_removal_stopped: () => '通行密钥仍在你的账号上，删除已取消',
  },
}

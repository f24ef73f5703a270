import type { Change, Channel, Detail } from '#account-api/kernel/outbox/message'
import { momentText } from '#rules/moments'
import { platformName } from '#rules/platform-names'
import { organisationPhrase } from './invitation-text'
import { operatorChanges } from './operator-texts'
import { newSignInText, signInChanges } from './sign-in-texts'

/** The sentences about changes of a recovery address. The detail is the masked address, or both. */
const recoveryEmailChanges = {
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

/**
 * The sentences about changes of an authenticator app and of passkeys. The detail is a time, or how many codes are
 * left.
 */
const authenticatorChanges = {
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

const organisationChanges = {
  en: {
    transfer_started: (detail: string) => `A member was asked to become the manager of ${detail} in your place`,
    transfer_done: (detail: string) => `Someone else is now the manager of ${detail}, in your place`,
    transfer_taken_back: (detail: string) => `You are the manager of ${detail} again`,
    closing_started: (detail: string) => `You started to close ${detail}. You can keep it within 30 days`,
    administrator_given: (detail: string) =>
      `Someone was made an administrator of ${detail}, was invited as one, or got the permission to give roles`,
    application_registered: (detail: string) => `An application was registered for ${detail}`,
    application_changed: (detail: string) =>
      `An application of ${detail} got another name, leads to other addresses, or has a new secret`,
    application_removed: (detail: string) => `An application of ${detail} was removed`,
    mail_domain_added: (detail: string) => `An email domain was added to ${detail}`,
    renamed_organisation: (detail: string) => `Your organisation was renamed to ${detail}`,
  },
  'zh-Hans': {
    transfer_started: (detail: string) => `有人申请把你管理的${detail}移交给他人`,
    transfer_done: (detail: string) => `你已不再是${detail}的主管理员，已由他人接任`,
    transfer_taken_back: (detail: string) => `你已重新成为${detail}的主管理员`,
    closing_started: (detail: string) => `你已开始解散${detail}，30 天内可以取消`,
    administrator_given: (detail: string) => `有人被设为${detail}的管理员、受邀担任管理员，或获得了分配角色的权限`,
    application_registered: (detail: string) => `${detail}注册了一个应用`,
    application_changed: (detail: string) => `${detail}的一个应用已改名、改了跳转地址，或更换了密钥`,
    application_removed: (detail: string) => `${detail}的一个应用已移除`,
    mail_domain_added: (detail: string) => `${detail}添加了一个邮箱域名`,
    renamed_organisation: (detail: string) => `你管理的组织已改名为${detail}`,
  },
}

/** Changes whose texts are in other files. */
export const otherChanges = {
  en: {
    ...organisationChanges.en,
    ...authenticatorChanges.en,
    ...operatorChanges.en,
    ...recoveryEmailChanges.en,
    ...signInChanges.en,
  },
  'zh-Hans': {
    ...organisationChanges['zh-Hans'],
    ...authenticatorChanges['zh-Hans'],
    ...operatorChanges['zh-Hans'],
    ...recoveryEmailChanges['zh-Hans'],
    ...signInChanges['zh-Hans'],
  },
}

/** The detail of a change, as a message shows it. */
export const detailText = (
  { change, detail }: { change: Change; detail: Detail },
  { channel, language, site }: { channel: Channel; language: 'en' | 'zh-Hans'; site: string },
): string => {
  if (typeof detail !== 'string' && 'browser' in detail) return newSignInText(detail, { channel, language })
  if (typeof detail !== 'string') return momentText(language, detail.timeZone, new Date(detail.at))
  if (change in organisationChanges.en) return organisationPhrase(language, { channel, site, organisation: detail })
  return change.startsWith('platform_') ? platformName(language, detail) : detail
}

import type { Change, Channel, Detail } from '#account-api/kernel/outbox/message'
import { momentText } from '#rules/moments'
import { platformName } from '#rules/platform-names'
import { authenticatorChanges } from './authenticator-texts'
import { organisationPhrase } from './invitation-text'
import { operatorChanges } from './operator-texts'
import { recoveryEmailChanges } from './recovery-email-texts'
import { newSignInText, signInChanges } from './sign-in-texts'

/** The changes of an organisation. The detail is its name. */
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

/** The changes with texts in other files. */
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

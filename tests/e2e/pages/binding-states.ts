import { claimEmail, connectPlatform } from '../../fixtures/bound-otherwise'
import {
  beginMobileChange,
  nameEmail,
  nameMobile,
  nameNewEmail,
  nameNewMobile,
  proveEmailOfOther,
  proveMobileOfOther,
  proveOldMobile,
} from '../binding'
import { expectPage, open, openAsSent, send } from '../pages'
import { goodPassword, newEmail } from '../people'
import { registerByBoth, registerByEmail, registerByMobile, registerBySmsCode } from '../roads'
import { type Means, openedWithEmail, openedWithMobile, type Reach, refused, told } from './reach'

const connected = async (means: Means, platforms: [string, string][]) => {
  const { mobile } = await registerByMobile(means, means.code)
  for (const [platform, name] of platforms) await connectPlatform(means.database, { mobile, platform, name })
}

/** The pages of what an account is bound to. */
export const bindingStates: Record<string, Reach> = {
  mobile: openedWithMobile('mobile'),
  'mobile, settled before': async (means) => {
    await registerByMobile(means, means.code)
    await openAsSent(means, '/settings/mobile?notice=settled_before')
    await told(means)
  },
  'mobile, none': openedWithEmail('mobile'),
  'mobile, none, empty': async (means) => {
    await openedWithEmail('mobile')(means)
    await send(means, 'mobile', {})
    await refused(means)
  },
  'mobile, code': (means) => nameMobile(means, means.code),
  'mobile, wrong code': async (means) => {
    await nameMobile(means, means.code)
    await send(means, 'mobileBind', { code: 'letters' })
    await refused(means)
  },
  'mobile, just bound': async (means) => {
    const { mobile } = await nameMobile(means, means.code)
    await send(means, 'mobileBind', { code: await means.code(mobile) })
    await told(means)
  },
  'mobile, another account has it': (means) => proveMobileOfOther(means, means.code, { password: goodPassword }),
  'mobile, last way into the other account': async (means) => {
    await proveMobileOfOther(means, means.code)
    await send(means, 'mobileSwitch', {})
    await refused(means)
  },
  'mobile, change': openedWithMobile('mobileChange'),
  'mobile, change, old code': (means) => beginMobileChange(means, means.code),
  'mobile, change, new number': (means) => proveOldMobile(means, means.code),
  'mobile, change, new number, wrong': async (means) => {
    await proveOldMobile(means, means.code)
    await send(means, 'mobileNew', { mobile: '12' })
    await refused(means)
  },
  'mobile, change, new code': (means) => nameNewMobile(means, means.code),
  'mobile, change, the same number': async (means) => {
    const { mobile } = await proveOldMobile(means, means.code)
    await send(means, 'mobileNew', { mobile })
    await refused(means)
  },
  'mobile, remove': openedWithMobile('mobileRemove'),
  'mobile, remove, the last way': async (means) => {
    await registerBySmsCode(means, means.code)
    await open(means, 'mobileRemove')
    await send(means, 'mobileRemove', {})
    await refused(means)
  },
  email: async (means) => {
    await registerByBoth(means, means.code)
    await open(means, 'email')
  },
  'email, none': openedWithMobile('email'),
  'email, not confirmed': async (means) => {
    const { mobile } = await registerByMobile(means, means.code)
    await claimEmail(means.database, { mobile, email: newEmail() })
    await open(means, 'email')
  },
  'email, code': (means) => nameEmail(means, means.code),
  'email, another account has it': (means) => proveEmailOfOther(means, means.code),
  'email, change': openedWithEmail('emailChange'),
  'email, change, old code': async (means) => {
    await openedWithEmail('emailChange')(means)
    await send(means, 'emailChange', {})
    await expectPage(means, 'emailOld')
  },
  'email, change, new address': async (means) => {
    const { email } = await registerByEmail(means, means.code)
    await open(means, 'emailChange')
    await send(means, 'emailChange', {})
    await send(means, 'emailOld', { code: await means.code(email, 2) })
    await expectPage(means, 'emailNew')
  },
  'email, change, new code': (means) => nameNewEmail(means, means.code),
  'email, just changed': async (means) => {
    const { next } = await nameNewEmail(means, means.code)
    await send(means, 'emailConfirm', { code: await means.code(next) })
    await told(means)
  },
  'email, remove': openedWithEmail('emailRemove'),
  'third-party, none': async (means) => {
    await registerByMobile(means, means.code)
    await means.page.goto('/settings/third-party')
  },
  'third-party': async (means) => {
    await connected(means, [
      ['qq', 'Ann at QQ'],
      ['wechat', 'a-name-that-is-longer-than-any-small-screen-is-wide'],
    ])
    await means.page.goto('/settings/third-party')
  },
  'third-party, disconnect': async (means) => {
    await connected(means, [['qq', 'Ann at QQ']])
    await open(means, 'disconnect')
  },
  'third-party, just disconnected': async (means) => {
    await connected(means, [['qq', 'Ann at QQ']])
    await open(means, 'disconnect')
    await send(means, 'disconnect', {})
    await told(means)
  },
}

import { describe, expect, it } from 'vitest'
import { cancellationBlockers, pictureRefusals, usernameRefusals } from '#contract/accounts/account-errors'
import { errors, fieldRefusals } from '#contract/errors'
import { invitationChannels } from '#contract/organisations/invitations/invitations'
import { organisationActs, organisationValues } from '#contract/organisations/organisation-acts'
import { activityKinds, signInWays } from '#contract/terms/activity'
import { lossKinds } from '#contract/terms/fields'
import { permissionNames } from '#contract/terms/permissions'
import { passwordRefusals } from '#contract/verification/proof-errors'
import type { PageHandle } from '~/document/page-handle'
import { addressKinds } from '~/features/addresses/address-kind'
import { overNotices, resendNotices } from '~/features/codes/resend-notices'
import { flatTexts } from '~/i18n/flat-texts'
import { sentence } from '~/i18n/sentence'
import { fullLanguages, textsOf, translator } from '~/i18n/texts'
import { waitText } from '~/i18n/wait'
import { flashNames } from '~/navigation/flash/flash-names'

const routes = import.meta.glob<{ handle?: PageHandle }>('/app/routes/**/route.tsx')

const keys = [
  ...Object.keys(errors).map((name) => (name === 'code_wrong' ? 'error.code_wrong_other' : `error.${name}`)),
  ...passwordRefusals.map((reason) => `passwordRefusal.${reason}`),
  ...usernameRefusals.map((reason) => `usernameRefusal.${reason}`),
  ...pictureRefusals.map((reason) => `pictureRefusal.${reason}`),
  ...cancellationBlockers.map((blocker) => `cancellationBlocker.${blocker}`),
  ...lossKinds.map((kind) => `cancelLoss.${kind}`),
  ...fieldRefusals.flatMap((reason) =>
    reason === 'not_offered' ? addressKinds.map((kind) => `fieldRefusal.${reason}_${kind}`) : `fieldRefusal.${reason}`,
  ),
  ...activityKinds.map((kind) => `activity.kind.${kind}`),
  ...signInWays.map((way) => `activity.way.${way}`),
  ...resendNotices.map((notice) => `sentCode.${notice}`),
  ...overNotices.map((notice) => `codesOver.${notice}`),
  ...organisationActs.map((kind) => `organisationAct.${kind}`),
  ...organisationValues.map((name) => `organisationValue.${name}`),
  ...invitationChannels.map((channel) => `organisationChannel.${channel}`),
  ...permissionNames.map((name) => `permissionGroup.${name.split('.')[0]}`),
  ...flashNames.map((notice) => `notice.${notice}`),
]

/** Words for which the glossary has others. */
const ruledOut = {
  en: /\b(log in|sign up|take[ns]? off|type the|verification code|owner of the organisation|(go|goes|going) on|any more|(some|any|every)body|whoever|(un)?(freeze|froze|frozen)|mail domains?|proven|refuse|(cancel|erase) (your|my|the|an) account)\b/i,
  'zh-Hans':
    /帐号|账户|登陆|登出|更改|校验码|六位|请求|动态|关闭组织|改绑|登记应用|核实|留言|点击|文本记录|[此该](链接|页面|账号|号码|成员|通知)/,
}

describe.each(fullLanguages)('texts in %s', (language) => {
  const texts = flatTexts(textsOf(language).getResourceBundle(language, 'butterfly_fe'))

  it('happy: each text that the contract needs is there, and no text is empty', () => {
    const known = new Set(texts.flatMap(([key, text]) => (text.trim() === '' ? [] : key)))
    expect([...keys, ...texts.map(([key]) => key)].filter((key) => !known.has(key))).toEqual([])
  })

  it('happy: a mobile number in a text does not wrap, and other values are unchanged', () => {
    const t = translator(language)
    expect(t('stepUp.second.use_mobile', { masked: '+86 138****0000' })).toContain('+86\u00A0138****0000')
    expect(t('stepUp.second.use_email', { masked: 'a & b@example.com' })).toContain('a & b@example.com')
  })

  it('happy: a text of two sentences ends with punctuation', () => {
    const within = language === 'en' ? /[\p{L}\p{N}}”)][.?!] \S/u : /[。？！]./
    const end = language === 'en' ? /([.?!:] ?|: \{\{\w+\}\})$/ : /([。？！：]|：\{\{\w+\}\})$/
    expect(texts.filter(([, text]) => within.test(text) && !end.test(text))).toEqual([])
  })

  it('happy: an error of one sentence has no full stop; the paragraph adds it', () => {
    const isError = /^(error|\w+Refusal|cancellationBlocker|field(\.\w+)+\.(?!label|hint))/
    const one = language === 'en' ? /^(?!.*[.:?!;] ).*\.$/ : /^[^。：？！；]*。$/
    expect(texts.filter(([key, text]) => isError.test(key) && one.test(text))).toEqual([])
    const t = translator(language)
    for (const text of ['error.not_registered', 'error.password_locked'].map((key) => sentence(t, t(key))))
      expect(text).toMatch(/[^.。][.。]$/)
  })

  it('happy: a flash message is a whole sentence', () => {
    const end = language === 'en' ? /\.$/ : /。$/
    for (const notice of flashNames) expect(textsOf(language).t(`notice.${notice}`), notice).toMatch(end)
  })

  it('happy: no text uses a word that the glossary replaces', () => {
    expect(texts.filter(([, text]) => ruledOut[language].test(text))).toEqual([])
  })

  it('happy: a number stays on one line with its unit, and so do the characters of a username rule', () => {
    const t = translator(language)
    expect(t('pictureRefusal.too_large')).toContain('5\u00A0MB')
    expect(t('usernameRefusal.characters')).toContain('.\u00A0_\u00A0-')
  })

  it('happy: no text has an invisible character, so each example can be copied', () => {
    expect(texts.filter(([, text]) => /[\u200b-\u200f\u2060-\u2064\ufeff\u00ad]/.test(text))).toEqual([])
  })

  it('happy: every page has a title', async () => {
    const titled = await Promise.all(Object.values(routes).map((load) => load()))
    const titles = titled.flatMap(({ handle: { title } = {} }) =>
      typeof title === 'function' ? addressKinds.map((address) => title({ address })) : (title ?? []),
    )
    expect(titles.length).toBeGreaterThan(15)
    for (const title of titles) expect(textsOf(language).exists(title), title).toBe(true)
  })
})

it('happy: no full-width mark in a Chinese text is followed by a blank', () => {
  const texts = flatTexts(textsOf('zh-Hans').getResourceBundle('zh-Hans', 'butterfly_fe'))
  expect(texts.filter(([, text]) => /[，。：；？！、（）“”]\s|\s[，。：；？！、（）“”]/.test(text))).toEqual([])
  // Chinese has one form for every number. The names of buttons end so too.
  const forms = texts.filter(([key]) => texts.some(([other]) => other === key.replace(/_one$/, '_other')))
  expect(forms.filter(([key]) => key.endsWith('_one'))).toEqual([])
})

it.each([
  [0, '1\u00A0second'],
  [1, '1\u00A0second'],
  [42, '42\u00A0seconds'],
  [60, '1\u00A0minute'],
  [61, '2\u00A0minutes'],
  [900, '15\u00A0minutes'],
  [86_400, '24\u00A0hours'],
  [172_801, '3\u00A0days'],
  [31_536_000, '365\u00A0days'],
])('happy: a wait of %i s is shown as %j', (seconds, text) => expect(waitText(translator('en'), seconds)).toBe(text))

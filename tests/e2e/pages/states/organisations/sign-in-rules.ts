import { actingAs, done, refuse, subjectId } from '#tests/app/browser/answers'
import { day, longName } from '#tests/e2e/pages/states/samples'
import type { States } from '#tests/e2e/pages/states/state'
import { refusedBy, sent, signedInTo, walk } from '#tests/e2e/pages/states/steps'

const home = `/settings/organisations/${subjectId}`
const none = { second_factor_from: null, proof_minutes: null, acting_hours: null }
const some = { second_factor_from: day, proof_minutes: 30, acting_hours: 24 }

const at = (rules: typeof none | typeof some, has_second_factor: boolean) =>
  signedInTo(`${home}/sign-in`, {
    subjectInfo: actingAs({ subject_name: longName }),
    signInRules: done({ ...rules, has_second_factor }),
  })

const verifying = (asked: { asks_factor?: boolean }) => {
  const ways = [{ way: 'passkey' as const, masked: '' }]
  const stale = refuse('second_verification_required', { sms_code_key: 'key-of-a-second-verification', ways, ...asked })
  return signedInTo(`${home}/verify`, { subjectInfo: stale })
}

export const signInRuleStates: States = {
  [`${home}/sign-in`]: {
    'sign-in rules, none': at(none, true),
    'sign-in rules': at(some, true),
    'sign-in rules, a manager without an authenticator': walk(
      at(none, false),
      refusedBy({ updateSignInRules: refuse('second_factor_required', {}) }, { second_factor: '1' }),
    ),
  },
  [`${home}/logo`]: {
    'the logo of an organisation, none': signedInTo(`${home}/logo`, {
      subjectInfo: actingAs({ subject_name: longName }),
    }),
    'the logo of an organisation': signedInTo(`${home}/logo`, {
      subjectInfo: actingAs({ subject_name: longName, logo: 'default-avatar-1' }),
    }),
  },
  [`${home}/verify`]: {
    'a verification that is too old for an organisation': verifying({}),
    'a passkey that an organisation asks for': verifying({ asks_factor: true }),
    'a passkey that an organisation asks for, in the middle of a form': walk(
      verifying({ asks_factor: true }),
      sent({}),
    ),
  },
}

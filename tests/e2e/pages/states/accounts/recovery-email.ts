import { done, emailSent, refuse } from '#tests/app/browser/answers'
import { acted, day, leavingOf, masked } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { refusedBy, sent, signedInAt, signedInTo, toldAfter, walk } from '#tests/e2e/pages/states/steps'

const path = '/settings/recovery-email'

type Info = { email: string | null; counts_from: string | null; changes_at?: string; becomes?: string }

const none: Info = { email: null, counts_from: null }
const counting: Info = { email: masked.email, counts_from: null }

const at = (page: string, info: Info): Reach =>
  signedInTo(page, { recoveryEmailInfo: done({ ...info, time_zone: 'UTC' }), sendRecoveryEmailCode: emailSent() })

const code: Reach = walk(at(path, none), sent({ email: 'ann@example.org' }))

export const recoveryEmailStates: States = {
  [path]: {
    'recovery address, none': at(path, none),
    'recovery address, new': at(path, { ...counting, counts_from: day }),
    'recovery address, counts': at(path, counting),
    'recovery address, no address': walk(at(path, none), refusedBy({}, { email: 'ann' })),
    'recovery address, to be removed': walk(
      at(`${path}/remove`, { ...counting, changes_at: day }),
      toldAfter({ removeRecoveryEmail: done({ done: false, takes_effect_at: day }) }, {}),
    ),
    'recovery address, to be replaced': at(path, { ...counting, changes_at: day, becomes: 'b***@example.org' }),
    'recovery address, removed': walk(at(`${path}/remove`, counting), toldAfter({ removeRecoveryEmail: acted }, {})),
  },
  [`${path}/code`]: {
    'recovery address, code': code,
    'recovery address, of too many accounts': walk(
      code,
      refusedBy({ setRecoveryEmail: refuse('recovery_email_full', { most: 10 }) }, { code: '123456' }),
    ),
  },
  [`${path}/keep`]: {
    'recovery address, to be kept': signedInAt(`${path}/keep`, leavingOf('recovery_email')),
  },
  [`${path}/remove`]: { 'recovery address, last question': at(`${path}/remove`, counting) },
}

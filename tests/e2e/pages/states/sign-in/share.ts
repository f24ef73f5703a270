import { done, refuse } from '#contract/server'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { longName, masked, ticket, tooManyRequests } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { opened, refusedBy, signedInAt, signedInTo, walk } from '#tests/e2e/pages/states/steps'

const url = `/login/share?share_ticket=${ticket}`
const names = ['Orchard', '中文名字很长的应用 with a long name in English too', longName]

const withTicket = (...before: Reach[]): Reach =>
  walk(
    ...before,
    opened(url, {
      checkShareTicket: done({ masked: masked.mobile, application: names[1] ?? '', is_signed_in: false }),
    }),
  )

const applications = names.map((name, nth) => ({
  aid: `app-${nth}`,
  name,
  url: vouchedUrl.parse(`https://app${nth}.example`),
}))

const listing = (listed: typeof applications): Reach =>
  signedInTo('/settings/applications', { siblingApplications: done({ applications: listed }) })

export const shareStates: States = {
  '/login/share': {
    'continued from another application': withTicket(),
    'continued from another application, signed in already': withTicket(signedInAt('/settings')),
    'continued from another application, too late': opened(url, { checkShareTicket: refuse('share_refused', {}) }),
    'continued from another application, too many requests': walk(
      withTicket(),
      refusedBy({ shareLogin: tooManyRequests }),
    ),
  },
  '/settings/applications': {
    'other applications': listing(applications),
    'other applications, one is gone': walk(
      listing(applications),
      refusedBy({ shareTicket: refuse('no_such_application', {}) }, { to_aid: 'app-0' }),
    ),
  },
}

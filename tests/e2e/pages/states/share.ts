import { done, refuse } from '../../../../contract/server'
import { vouchedUrl } from '../../../../contract/vouched-url'
import type { AppBrowser } from '../app-browser'
import { longName, masked, opened, openedSignedIn, type Reach, refused, type States, ticket } from './state'

const url = `/login/share?share_ticket=${ticket}`
const names = ['Orchard', '中文名字很长的应用 with a long name in English too', longName]

const withTicket =
  (before: Reach): Reach =>
  async (browser) => {
    await before(browser)
    browser.fake.answer(
      'checkShareTicket',
      done({ masked: masked.mobile, application: names[1] ?? '', is_signed_in: false }),
    )
    await browser.open(url)
  }

const listing =
  (applications: string[]): Reach =>
  async (browser: AppBrowser) => {
    const listed = applications.map((name, nth) => ({
      aid: `app-${nth}`,
      name,
      url: vouchedUrl.parse(`https://app${nth}.example`),
    }))
    browser.fake.answer('siblingApplications', done({ applications: listed }))
    await openedSignedIn('/settings/applications')(browser)
  }

/** The other applications of the operator. */
export const shareStates: States = {
  '/login/share': {
    'continued from another application': withTicket(async () => undefined),
    'continued from another application, signed in already': withTicket(openedSignedIn('/settings')),
    'continued from another application, too late': async (browser) => {
      browser.fake.answer('checkShareTicket', refuse('share_refused', {}))
      await opened(url)(browser)
    },
    'continued from another application, too many requests': async (browser) => {
      await withTicket(async () => undefined)(browser)
      browser.fake.answer('shareLogin', refuse('too_many_requests', { retry_after: 30 }))
      await browser.send()
      refused(browser)
    },
  },
  '/settings/applications': {
    'other applications': listing(names),
    'no other application': listing([]),
    'other applications, one is gone': async (browser) => {
      await listing(names)(browser)
      browser.fake.answer('shareTicket', refuse('no_such_application', {}))
      await browser.send({ to_aid: 'app-0' })
      refused(browser)
    },
  },
}

import { sessionCookie } from '#contract/wire/headers'
import { done, infoOf, signedIn } from '#tests/app/browser/answers'
import type { AppBrowser } from '#tests/e2e/pages/app-browser'
import { longName, masked, password, session } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { opened, sent, signedInTo, walk } from '#tests/e2e/pages/states/steps'

const path = '/settings/accounts'

/** A browser at which these people have signed in, one after the other; each session is of one of them. */
const withAll =
  (...people: string[]): Reach =>
  async (browser: AppBrowser) => {
    const holders = new Map<string, string>()
    let entering = ''
    browser.fake.answer('accountInfo', ({ cookies }) => {
      const token = cookies[sessionCookie] ?? ''
      const username = holders.get(token) ?? entering
      holders.set(token, username)
      return done(infoOf({ user_id: username, username, mobile: masked.mobile }))
    })
    browser.fake.answer('accountLoginV2', signedIn())
    browser.fake.answer('listSessions', done({ sessions: [session('here', true)] }))
    browser.fake.answer('listRememberedDevices', done({ devices: [] }))
    for (const [nth, person] of people.entries()) {
      if (nth > 0) await browser.send({}, { button: 'add' })
      else await browser.open(`/login?next=${path}`)
      entering = person
      await browser.send({ account: person, password })
    }
  }

/** Several accounts that are signed in at one browser. */
export const keptAccountStates: States = {
  '/login': { 'password, accounts are still signed in': walk(withAll('annette', 'bob'), sent({}, { button: 'add' })) },
  [path]: {
    'accounts here, one': signedInTo(path, {
      listSessions: done({ sessions: [session('here', true)] }),
      listRememberedDevices: done({ devices: [] }),
    }),
    'accounts here, two': withAll('annette', 'bob'),
    'accounts here, to choose one for an application': walk(
      withAll('annette', 'bob'),
      opened(`${path}?next=${encodeURIComponent('/login/authorize/a-request-of-an-application?chosen=1')}`),
    ),
    'accounts here, six': withAll('annette', 'bob', longName, 'dan', 'eve', 'fay'),
  },
}

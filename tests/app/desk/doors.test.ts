import { describe, expect, it } from 'vitest'
import { isDeskPath } from '#rules/desk-path'
import { expectTexts, openBrowser, pageAt, patterns, withFakeAccountApi } from '#tests/app/browser/browser'
import { withSettings } from '#tests/app/browser/with-settings'
import type { AppLoadContext } from '~/framework'

withFakeAccountApi()

interface Route {
  loader?: (args: { request: Request; context: AppLoadContext; params: object }) => Promise<Response>
  action?: Route['loader']
}

/** The answer of a loader or an action, also one that was thrown. */
const answerOf = async (run: NonNullable<Route['loader']>, path: string, context: AppLoadContext, body?: FormData) => {
  const request = openBrowser().requestFor(path, body)
  return run({ request, context, params: { user: '1', id: '1' } }).catch((thrown: unknown) => thrown as Response)
}

const deskPages = patterns.filter(isDeskPath).map((path) => path.replace(/:\w+/g, '1'))

it.each(deskPages)('security: %s is unknown at the public address, for GET and for POST', async (path) => {
  const { loader, action } = (await pageAt(path)).page as Route
  for (const run of [loader, action]) if (run) expect((await answerOf(run, path, {}, new FormData())).status).toBe(404)
})

it('security: a page of the public site does not exist at the desk’s address', async () => {
  const { loader } = (await import('~/root')) as unknown as Route
  const answer = await loader?.({
    request: openBrowser().requestFor('/login'),
    context: { door: 'desk' },
    params: {},
  }).catch((thrown: unknown) => thrown as Response)
  expect(answer?.status).toBe(404)
})

it('error: an unknown address of the desk links back to the desk', async () => {
  const browser = openBrowser({ language: 'en' })
  browser.enterDesk()
  const { status, html } = await browser.show('/desk/nowhere')
  expect(status).toBe(404)
  expectTexts(html, { shown: ['This page is no longer here', 'href="/desk">Back to the desk'], hidden: ['<h1>404'] })
})

describe('without a desk in the settings', () => {
  withSettings({ desk: undefined })

  it('security: no page links to a desk', async () => {
    expect((await openBrowser().visit(`/login/desk?challenge=${'c'.repeat(43)}`)).status).toBe(404)
  })
})

it.each(['/desk', '/desk/', '/DESK/names', '/%64esk', '/desk/%ff'])(
  'security: a web app without a desk treats %s as a path of the desk',
  (path) => {
    expect(isDeskPath(path)).toBe(true)
  },
)

it.each(['/', '/desks', '/login/desk', '/desk.json', '/%ff'])(
  'happy: a web app without a desk does not treat %s as a path of the desk',
  (path) => {
    expect(isDeskPath(path)).toBe(false)
  },
)

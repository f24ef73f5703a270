import { matchRoutes } from '@remix-run/react'
import { expect, it } from 'vitest'
import remixConfig from '../../remix.config.js'

/** Every URL of the app: its methods, its path. Any other is the 404. */
const urls = `
  GET       /

  GET POST  /login
  GET POST  /login/app
  GET       /login/app/back
  GET POST  /login/sms
  GET POST  /login/sms/code
  GET POST  /login/sms/create
  GET POST  /login/sms/confirm
  GET POST  /login/sms/confirm/code
  GET POST  /login/email
  GET POST  /login/email/code
  GET POST  /login/email/password
  GET POST  /login/register
  GET POST  /login/register/code
  GET POST  /login/register/existing
  GET POST  /login/register/email/existing
  GET POST  /login/register/email
  GET POST  /login/register/email/code
  GET POST  /login/register/both
  GET POST  /login/register/both/code
  GET POST  /login/register/organisation
  GET POST  /login/register/organisation/mobile
  GET POST  /login/register/organisation/mobile/code
  GET POST  /login/register/organisation/mobile/existing
  GET POST  /login/quick
  GET POST  /login/quick/code
  GET POST  /login/qr
  GET POST  /login/qr/code
  GET       /login/qr/code/picture
  GET       /login/qr/code/status
  GET       /login/qr/code/text
  GET POST  /login/qr/confirm
  GET POST  /login/qr/move
  GET POST  /login/qr/authorize
  GET POST  /login/organisation
  GET POST  /login/invitation
  GET POST  /login/bind
  GET POST  /login/bind/mobile
  GET POST  /login/bind/code
  GET       /login/authorize
  GET POST  /login/authorize/:request
  GET       /login/authorize/:request/arrived
  GET       /login/authorize/:request/on
  GET POST  /login/device
  GET POST  /login/device/check
  GET       /login/device/:end
  GET POST  /login/authorize/:request/password
  GET       /login/authorize/:request/platform/:platform
  GET POST  /login/authorize/:request/sms
  GET POST  /login/authorize/:request/sms/code
  GET POST  /login/authorize/:request/qr
  GET POST  /login/authorize/:request/qr/code
  GET       /login/authorize/:request/qr/code/picture
  GET       /login/authorize/:request/qr/code/status
  GET       /login/authorize/:request/qr/code/text
  GET       /login/service
  GET POST  /login/service/renew
  GET POST  /login/share
  GET       /login/verify/picture
  GET       /login/verify/sound

  GET       /account-help
  GET       /account-help/no-code
  GET POST  /account-help/activate
  GET POST  /account-help/activate/code
  GET POST  /account-help/activate/existing
  GET POST  /account-help/activate/email
  GET POST  /account-help/activate/email/code
  GET POST  /account-help/activate/email/existing
  GET POST  /account-help/not-me
  GET       /account-help/not-me/done
  GET POST  /account-help/password
  GET POST  /account-help/password/code
  GET POST  /account-help/password/email
  GET POST  /account-help/password/email/code
  GET POST  /account-help/password/link
  GET       /account-help/mobile-lost
  GET POST  /account-help/mobile-lost/email
  GET POST  /account-help/mobile-lost/email/code
  GET POST  /account-help/mobile-lost/email/confirm
  GET POST  /account-help/mobile-lost/password
  GET POST  /account-help/mobile-lost/held
  GET       /account-help/mobile-lost/asked
  GET       /account-help/cancelled
  GET       /account-help/restore
  GET POST  /account-help/restore/confirm

  GET       /settings
  GET       /settings/activity
  GET POST  /settings/addresses
  GET POST  /settings/avatar
  GET POST  /settings/avatar/default
  GET POST  /settings/background
  GET POST  /settings/background/default
  GET POST  /settings/cancel
  GET POST  /settings/cancel/verify
  GET POST  /settings/cancel/password
  GET POST  /settings/cancel/confirm
  GET POST  /settings/export
  GET POST  /settings/move
  GET POST  /settings/move/code
  GET       /settings/move/code/picture
  GET       /settings/move/code/status
  GET       /settings/move/code/text
  GET POST  /settings/organisations
  GET POST  /settings/organisations/new
  GET       /settings/organisations/:subject
  GET POST  /settings/organisations/:subject/details
  GET POST  /settings/organisations/:subject/invitations
  GET POST  /settings/organisations/:subject/invitations/new
  GET POST  /settings/organisations/:subject/invitations/:invitation
  GET POST  /settings/organisations/:subject/invitations/:invitation/cancel
  GET       /settings/organisations/:subject/invitations/:invitation/qr
  GET POST  /settings/organisations/:subject/invitations/many
  GET POST  /settings/organisations/:subject/invitations/batches/:batch
  GET       /settings/organisations/:subject/invitations/batches/:batch/file
  GET POST  /settings/organisations/:subject/manager
  GET POST  /settings/organisations/:subject/manager/verify
  GET POST  /settings/organisations/:subject/manager/choose
  GET POST  /settings/organisations/:subject/manager/accept
  GET POST  /settings/organisations/:subject/freeze
  GET POST  /settings/organisations/:subject/close
  GET       /settings/organisations/:subject/log
  GET       /settings/organisations/:subject/log/file
  GET       /settings/organisations/:subject/roles
  GET POST  /settings/organisations/:subject/roles/new
  GET POST  /settings/organisations/:subject/roles/:role
  GET POST  /settings/organisations/:subject/roles/:role/disable
  GET       /settings/organisations/:subject/members
  GET POST  /settings/organisations/:subject/members/new
  GET POST  /settings/organisations/:subject/members/waiting
  GET POST  /settings/organisations/:subject/members/selected
  GET POST  /settings/organisations/:subject/members/:identity
  GET POST  /settings/organisations/:subject/members/:identity/roles
  GET POST  /settings/organisations/:subject/leave
  GET POST  /settings/organisations/:subject/domains
  GET POST  /settings/organisations/:subject/domains/:domain
  GET POST  /settings/organisations/:subject/domains/:domain/remove
  GET       /settings/organisations/:subject/applications
  GET POST  /settings/organisations/:subject/applications/new
  GET       /settings/organisations/:subject/applications/:client
  GET POST  /settings/organisations/:subject/applications/:client/change
  GET POST  /settings/organisations/:subject/applications/:client/icon
  GET POST  /settings/organisations/:subject/applications/:client/secret
  GET POST  /settings/organisations/:subject/applications/:client/disable
  GET POST  /settings/organisations/:subject/applications/:client/remove
  GET       /settings/export/file
  GET POST  /settings/mobile
  GET POST  /settings/mobile/bind
  GET POST  /settings/mobile/switch
  GET POST  /settings/mobile/change
  GET POST  /settings/mobile/change/old
  GET POST  /settings/mobile/change/new
  GET POST  /settings/mobile/change/confirm
  GET POST  /settings/mobile/change/switch
  GET POST  /settings/mobile/remove
  GET POST  /settings/mobile/keep
  GET POST  /settings/email
  GET POST  /settings/email/bind
  GET POST  /settings/email/switch
  GET POST  /settings/email/change
  GET POST  /settings/email/change/old
  GET POST  /settings/email/change/new
  GET POST  /settings/email/change/confirm
  GET POST  /settings/email/change/switch
  GET POST  /settings/email/remove
  GET POST  /settings/email/keep
  GET POST  /settings/password
  GET POST  /settings/password/set
  GET POST  /settings/password/forgotten
  GET POST  /settings/password/forgotten/code
  GET POST  /settings/password/forgotten/new
  GET POST  /settings/profile
  GET POST  /settings/sessions
  GET POST  /settings/devices
  GET POST  /settings/accounts
  GET POST  /settings/applications
  GET       /settings/proof
  GET       /settings/authorisations
  GET POST  /settings/authorisations/:client
  GET       /settings/third-party
  GET POST  /settings/third-party/new
  GET POST  /settings/third-party/:platform
  GET POST  /settings/third-party/:platform/keep

  GET POST  /passport/web/logout
  GET POST  /passport/web/logout/:request
  GET POST  /passport/org/logout
  GET POST  /passport/sso/logout
  GET POST  /passport/wap/login
  GET       /passport/wap/leave
  GET       /passport/web/auth/:platform
  GET       /passport/web/auth/:platform/callback
  GET       /passport/oauth/login
  GET       /passport/brand/:file
  GET       /passport/image/:key

  GET       /validate
  GET       /serviceValidate
  GET       /p3/serviceValidate
  GET       /logout
`
  .trim()
  .split(/\n\s*/)
  .map((line) => line.trim().split(/\s{2,}|(?<=POST)\s+/))
  .map(([methods = '', path = '']) => ({ methods, path }))

interface Page {
  default?: unknown
  loader?: unknown
  action?: unknown
}
const pages = import.meta.glob<Page>('../../app/routes/**/route.tsx', { eager: true })

/** The route tree, as the app hands it to Remix. */
const tree = (() => {
  const routes: { path: string; file: string }[] = []
  const defineRoutes = (callback: (defineRoute: (path: string | undefined, file: string) => void) => void) => {
    callback((path, file) => routes.push({ path: `/${path}`, file }))
    return {}
  }
  remixConfig.routes?.(defineRoutes as never)
  return routes
})()

const routeOf = (path: string) => matchRoutes(tree, path)?.at(-1)

const methodsOf = (file: string): string => {
  const { default: component, loader, action } = pages[`../../app/${file}`] ?? {}
  return [(component || loader) && 'GET', action && 'POST'].filter(Boolean).join(' ')
}

it.each(urls)('happy: $methods $path has a page', ({ methods, path }) => {
  const route = routeOf(path)?.route
  expect(route?.path).not.toBe('/*')
  expect(methodsOf(route?.file ?? '')).toBe(methods)
})

it('happy: every page of the route tree has a URL in the table', () => {
  const files = tree.map(({ file }) => file)
  const reached = new Set(urls.map(({ path }) => routeOf(path)?.route.file))
  expect(files.filter((file) => !reached.has(file))).toEqual(['routes/$/route.tsx'])
  expect(files.length).toBe(Object.keys(pages).length)
})

it.each(['/nowhere', '/login/nowhere', '/login/sms/resend', '/settings/mobile/bind/resend', '/passport'])(
  'error: %s is the 404 page',
  (path) => {
    expect(routeOf(path)?.route.file).toBe('routes/$/route.tsx')
  },
)

it.each(['phone', 'mobile%20', 'nowhere', 'mobiles', '__proto__', 'toString'])(
  'error: /settings/%s and the pages below it are the 404 page',
  async (address) => {
    for (const below of [
      '',
      '/bind',
      '/switch',
      '/change',
      '/change/old',
      '/change/new',
      '/change/confirm',
      '/change/switch',
      '/remove',
    ]) {
      const { route, params } = routeOf(`/settings/${address}${below}`) ?? {}
      expect(route?.file).toContain('$address')
      const page = pages[`../../app/${route?.file}`]
      for (const handler of [page?.loader, page?.action] as ((args: object) => Promise<unknown>)[]) {
        const answered = Promise.resolve().then(() => handler({ params }))
        await expect(answered).rejects.toMatchObject({ status: 404 })
      }
    }
  },
)

it('happy: the router reads paths in any case, and so do the pages of an address', async () => {
  expect(routeOf('/Login/SMS')?.route.file).toBe('routes/login/sms/route.tsx')
  const { addressKindOf } = await import('../../app/addresses/address-kind')
  expect(addressKindOf({ params: routeOf('/Settings/Mobile/Change')?.params ?? {} })).toBe('mobile')
})

it.each(['bind', 'change', 'remove', 'switch'])('happy: a third-party platform may be called %s', (platform) => {
  expect(routeOf(`/settings/third-party/${platform}`)?.route.file).toContain('third-party')
})

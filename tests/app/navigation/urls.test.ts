import { matchRoutes } from '@remix-run/react'
import { expect, it } from 'vitest'
import remixConfig from '../../../remix.config.js'

/** Expands a path with braces into its paths. */
const spelled = (path: string): string[] => {
  const [whole, inBraces = ''] = /\{(.*?)\}/.exec(path) ?? []
  return whole ? inBraces.split(',').flatMap((each) => spelled(path.replace(whole, each))) : [path]
}

/** Every URL of the app: methods and path. `{a,b}` means a and b. Any other URL is a 404. */
const urls = `
  GET       /
  GET       /{healthz,readyz}

  GET POST  /login
  GET POST  /login/app
  GET       /login/app/back
  GET POST  /login/sms{,/code,/create,/confirm,/confirm/code}
  GET POST  /login/email{,/code,/password}
  GET POST  /login/register{,/email,/organisation/mobile}{,/code,/existing}
  GET POST  /login/register/both{,/code}
  GET POST  /login/register/organisation
  GET POST  /login/quick{,/code}
  GET POST  /login/authenticator{,/lost}
  GET POST  /login/terms
  GET POST  /login/second-factor
  GET       /login/terms/declined
  GET POST  /login/verify
  GET POST  /login/passkey
  GET POST  /login/qr{,/code,/confirm,/move,/authorize}
  GET       /login/qr/code/{picture,status,text}
  GET POST  /login/organisation
  GET POST  /login/invitation
  GET POST  /login/bind{,/mobile,/code}
  GET       /login/authorize
  GET       /login/leave/:leaving
  GET POST  /login/begin/:beginning
  GET POST  /login/authorize/:request{,/password}
  GET       /login/authorize/:request/{arrived,on}
  GET POST  /login/device{,/check}
  GET       /login/device/:end
  GET       /login/authorize/:request/platform/:platform
  GET POST  /login/authorize/:request/{sms,qr}{,/code}
  GET       /login/authorize/:request/qr/code/{picture,status,text}
  GET       /login/service
  GET POST  /login/service/renew
  GET POST  /login/desk
  GET       /login/site{,/signed-in,/again}
  GET POST  /login/share
  GET       /login/verify/{picture,sound}

  GET       /account-help{,/no-code}
  GET POST  /account-help/activate{,/email}{,/code,/choose,/existing}
  GET POST  /account-help/not-me
  GET       /account-help/not-me/done
  GET POST  /account-help/password{,/email}{,/code}
  GET POST  /account-help/password/link
  GET POST  /account-help/recover
  GET       /account-help/mobile-lost{,/asked}
  GET POST  /account-help/mobile-lost/email{,/code,/confirm}
  GET POST  /account-help/mobile-lost/{password,held}
  GET       /account-help/{cancelled,restore}
  GET POST  /account-help/restore/confirm

  GET       /settings{,/activity,/sessions,/devices}
  GET POST  /settings/sessions/name
  GET POST  /settings/{addresses,profile,accounts,applications}
  GET POST  /settings/{avatar,background}{,/default}
  GET POST  /settings/authenticator{,/set-up,/codes,/remove,/keep}
  GET       /settings/authenticator/{set-up/picture,codes/file}
  GET POST  /settings/passkeys{,/new}
  GET POST  /settings/recovery-link/keep
  GET POST  /settings/recovery-email{,/code,/remove}
  GET POST  /settings/passkeys/:passkey{,/remove}
  GET POST  /settings/cancel{,/verify,/password,/authenticator,/confirm}
  GET POST  /settings/export
  GET       /settings/export/file
  GET POST  /settings/move{,/code}
  GET       /settings/move/code/{picture,status,text}
  GET POST  /settings/organisations{,/new}
  GET       /settings/organisations/:subject
  GET POST  /settings/organisations/:subject/{details,freeze,close,leave,logo,sign-in,verify}
  GET POST  /settings/organisations/:subject/invitations{,/new,/many}
  GET POST  /settings/organisations/:subject/invitations/:invitation{,/cancel}
  GET       /settings/organisations/:subject/invitations/:invitation/qr
  GET POST  /settings/organisations/:subject/invitations/batches/:batch
  GET       /settings/organisations/:subject/invitations/batches/:batch/file
  GET POST  /settings/organisations/:subject/manager{,/verify,/choose,/accept,/new-manager}
  GET       /settings/organisations/:subject/log{,/file}
  GET       /settings/organisations/:subject/{roles,members,applications}
  GET POST  /settings/organisations/:subject/{roles,applications}/new
  GET       /settings/organisations/:subject/requests
  GET POST  /settings/organisations/:subject/requests/:request
  GET POST  /settings/organisations/:subject/roles/:role{,/disable}
  GET POST  /settings/organisations/:subject/members/{new,waiting,selected,role}
  GET       /settings/organisations/:subject/members/file
  GET POST  /settings/organisations/:subject/members/:identity{,/roles}
  GET POST  /settings/organisations/:subject/domains{,/:domain,/:domain/remove}
  GET       /settings/organisations/:subject/applications/:client
  GET POST  /settings/organisations/:subject/applications/:client/{change,icon,secret,disable,remove}
  GET POST  /settings/{mobile,email}{,/bind,/switch,/remove,/keep}
  GET POST  /settings/{mobile,email}/change{,/old,/new,/confirm,/switch}
  GET POST  /settings/password{,/set,/forgotten,/forgotten/code,/forgotten/new}
  GET       /settings/{proof,authorisations,third-party}
  GET POST  /settings/authorisations/:client
  GET POST  /settings/third-party/new
  GET POST  /settings/third-party/:platform{,/keep}

  GET POST  /passport/{web,org,sso}/logout
  GET POST  /passport/web/logout/:request
  GET POST  /passport/wap/login
  GET       /passport/wap/leave
  GET       /passport/web/auth/:platform{,/callback}
  GET       /passport/oauth/login
  GET       /passport/brand/:file
  GET       /passport/image/:key

  GET       /desk{,/sign-in,/arrive,/confirmed}
  GET POST  /desk/sign-out
  GET POST  /desk/people{,/limits,/:user/:act,/:user/confirm-recovery}
  GET       /desk/people{/recoveries,/:user}
  GET       /desk/names
  GET POST  /desk/names/:user/:act
  GET POST  /desk/organisations{,/:organisation/:act}
  GET       /desk/organisations/:organisation
  GET       /desk/messages{,/:channel}
  GET POST  /desk/messages/:channel{/retry,/:message/:act}
  GET       /desk/{announcements,keys,operators}
  GET POST  /desk/{announcements,keys,operators}/new
  GET POST  /desk/announcements/:announcement/end
  GET POST  /desk/keys/:key/revoke
  GET       /desk/webhooks{,/:webhook,/:webhook/dead}
  GET POST  /desk/webhooks{/new,/:webhook/:act,/:webhook/dead/:delivery/:act}
  GET POST  /desk/operators/:user/remove
  GET       /desk/applications{,/clients,/clients/:client,/:kind}
  GET POST  /desk/applications/signing-keys
  GET POST  /desk/applications/clients{/new,/:client/:act}
  GET POST  /desk/applications/:kind{/new,/:thing/:act}

  GET       /{validate,serviceValidate,p3/serviceValidate,logout}
`
  .trim()
  .split(/\n\s*/)
  .map((line) => line.trim().split(/\s{2,}|(?<=POST)\s+/))
  .flatMap(([methods = '', path = '']) => spelled(path).map((each) => ({ methods, path: each })))

interface Page {
  default?: unknown
  loader?: unknown
  action?: unknown
}
const pages = import.meta.glob<Page>('/app/routes/**/route.tsx', { eager: true })

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
  const { default: component, loader, action } = pages[`/app/${file}`] ?? {}
  return [(component || loader) && 'GET', action && 'POST'].filter(Boolean).join(' ')
}

it.each(urls)('happy: the page $path exists for $methods', ({ methods, path }) => {
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
  'error: the path %s gets the 404 page',
  (path) => expect(routeOf(path)?.route.file).toBe('routes/$/route.tsx'),
)

it.each(['phone', 'mobile%20', 'nowhere', 'mobiles', '__proto__', 'toString'])(
  'error: /settings/%s and the pages below it get the 404 page',
  async (address) => {
    const changes = ['/change', '/change/old', '/change/new', '/change/confirm', '/change/switch']
    for (const below of ['', '/bind', '/switch', ...changes, '/remove']) {
      const { route, params } = routeOf(`/settings/${address}${below}`) ?? {}
      expect(route?.file).toContain('$address')
      const page = pages[`/app/${route?.file}`]
      for (const handler of [page?.loader, page?.action] as ((args: object) => Promise<unknown>)[]) {
        await expect(Promise.resolve().then(() => handler({ params }))).rejects.toMatchObject({ status: 404 })
      }
    }
  },
)

it('happy: the router reads paths in any case, and so do the pages of an address', async () => {
  expect(routeOf('/Login/SMS')?.route.file).toBe('routes/login/sms/route.tsx')
  const { addressKindOf } = await import('~/features/addresses/address-kind')
  expect(addressKindOf({ params: routeOf('/Settings/Mobile/Change')?.params ?? {} })).toBe('mobile')
})

it.each(['bind', 'change', 'remove', 'switch'])('happy: a third-party platform may be called %s', (platform) => {
  expect(routeOf(`/settings/third-party/${platform}`)?.route.file).toContain('third-party')
})

import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { hashForwarder } from '~/islands/hash-forwarder'

/** Where the script sends a browser that is on /#… */
const forwarded = (hash: string): string | undefined => {
  let to: string | undefined
  runInNewContext(hashForwarder, {
    location: {
      hash,
      replace: (path: string) => {
        to = path
      },
    },
  })
  return to
}

it.each(['/login', '/login/sms', '/settings?tab=profile&x=1', '/account-help', '/settings/organisations/a%20b'])(
  'happy: the old address /#%s is forwarded',
  (path) => expect(forwarded(`#${path}`)).toBe(path),
)

it.each(['', '#', '#/', '#top', '#main'])('error: the old address %j is ignored', (hash) =>
  expect(forwarded(hash)).toBeUndefined(),
)

it.each([
  ...['#//evil.example', '#/\\evil.example', '#\\\\evil.example', '#/.//evil.example', '#/\t/evil.example'],
  ...['#https://evil.example', '#/https://evil.example', '#javascript:alert(1)', '#/login\n//evil.example'],
  ...['#/login"><script>', "#/login';alert(1)"],
])('security: the old address %j does not leave our site', (hash) => expect(forwarded(hash)).toBeUndefined())

it('security: the forwarding script is small, and is in the HTML unchanged', () => {
  expect(hashForwarder.length).toBeLessThan(300)
  expect(hashForwarder).not.toMatch(/[<>&"']/)
})

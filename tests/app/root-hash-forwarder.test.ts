import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { hashForwarder } from '~/islands/hash-forwarder'

/** Where the script sends a browser that stands on /#… */
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

for (const path of [
  '/login',
  '/login/sms',
  '/settings?tab=profile&x=1',
  '/account-help',
  '/settings/organisations/a%20b',
])
  it(`happy: /#${path} is sent on`, () => {
    expect(forwarded(`#${path}`)).toBe(path)
  })

for (const hash of ['', '#', '#/', '#top', '#main'])
  it(`error: ${JSON.stringify(hash)} is left alone`, () => {
    expect(forwarded(hash)).toBeUndefined()
  })

const hostile = [
  '#//evil.example',
  '#/\\evil.example',
  '#\\\\evil.example',
  '#https://evil.example',
  '#/https://evil.example',
  '#javascript:alert(1)',
  '#/.//evil.example',
  '#/\t/evil.example',
  '#/login\n//evil.example',
  '#/login"><script>',
  "#/login';alert(1)",
]
for (const hash of hostile)
  it(`security: ${JSON.stringify(hash)} goes nowhere else`, () => {
    expect(forwarded(hash)).toBeUndefined()
  })

it('security: the script is small, and stands in HTML as it is', () => {
  expect(hashForwarder.length).toBeLessThan(300)
  expect(hashForwarder).not.toMatch(/[<>&"']/)
})

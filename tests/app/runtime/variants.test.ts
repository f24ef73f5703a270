import { describe, expect, it } from 'vitest'
import { variants } from '#contract/call'
import { refuse, signedIn } from '#tests/app/browser/answers'
import { expectRedirect, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { withSettings } from '#tests/app/browser/with-settings'
import { variantOf } from '~/runtime/api.server'
import type { NotedCall } from '~/runtime/load-context'

const fake = withFakeAccountApi()

describe.each(variants)('the pages of the variant %s', (variant) => {
  withSettings({ variantAt: () => variant })

  it('happy: a sign-in uses the calls of the variant, and reads its envelope', async () => {
    fake.answer('accountLoginV2', signedIn())
    expectRedirect(await openBrowser().submit('/login', { account: 'ann', password: 'x' }), '/settings')
    expect(fake.received.map(({ path }) => path.split('/')[2])).toEqual([variant])
  })
})

describe('two hosts in one process', () => {
  withSettings({ variantAt: (host) => (host === 'm.example.com' ? 'app' : 'web') })
  const request = new Request('https://m.example.com/login')

  it('happy: without our server, the host of the URL decides', () => {
    expect(variantOf({ request, context: {} })).toBe('app')
  })

  it('happy: the host that our server passes takes precedence', () => {
    expect(variantOf({ request, context: { variant: 'sso' } })).toBe('sso')
  })
})

const typed = { account: 'ann@example.com', password: 'correct horse' }

/** The calls that are noted of a sign-in. */
const signIn = async () => {
  const noted: NotedCall[] = []
  const answer = await openBrowser().submit('/login', typed, { context: { noteCall: (call) => noted.push(call) } })
  return { noted, answer }
}

it('happy: a call is recorded with its name and as answered', async () => {
  fake.answer('accountLoginV2', signedIn())
  const { noted, answer } = await signIn()
  expectRedirect(answer, '/settings')
  expect(noted).toEqual([{ name: 'accountLoginV2', status: 200, ms: expect.any(Number) }])
})

it('error: a failure that the call declares is recorded as 400, whatever it is', async () => {
  fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
  expect((await signIn()).noted).toMatchObject([{ name: 'accountLoginV2', status: 400 }])
})

it('error: a call without an answer is recorded as 503', async () => {
  fake.answer('accountLoginV2', () => Response.error())
  expect((await signIn()).noted).toMatchObject([{ name: 'accountLoginV2', status: 503 }])
})

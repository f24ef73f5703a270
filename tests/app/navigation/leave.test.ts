import { describe, expect, expectTypeOf, it } from 'vitest'
import type { AppAddress, AppLink } from '#contract/terms/app-link'
import { type VouchedUrl, vouchedUrl } from '#contract/terms/vouched-url'
import { expectRedirect, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { askFor, type Page } from '#tests/app/browser/page'
import { signedInBrowser } from '#tests/app/browser/person'
import { stepUpResponse } from '~/forms/step-up/step-up.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply } from '~/framework'
import { problem } from '~/navigation/problem'
import { allowLeavingTo, leaveTo } from '~/navigation/returning/leave.server'
import { endSession } from '~/session/visitor.server'

const fake = withFakeAccountApi()
const provider = vouchedUrl.parse('https://provider.example:8443/authorize?state=a%26b&next=//evil.example#top')

/** A page with a form that leads to the provider. */
const leaving = {
  default: () => null,
  loader: async (args: LoaderFunctionArgs) => {
    allowLeavingTo(args, provider)
    return reply({})
  },
  action: async (args: ActionFunctionArgs) => {
    const form = await args.request.formData()
    return form.has('stay') ? reply({}, { status: 422 }) : leaveTo(args, provider)
  },
}

const formActionOf = ({ headers }: Page): string | undefined =>
  /form-action [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0]

describe('leaving the site', () => {
  it('security: a form is answered by a redirect to exactly the vouched URL, which does not learn the page', async () => {
    const landed = await openBrowser().send(leaving, '/leaving')
    expectRedirect(landed, provider)
    expect(landed.headers.get('cache-control')).toBe('no-store')
    expect(landed.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('happy: the redirect keeps what the request changed: the session, and the route’s own cookies', async () => {
    const browser = await signedInBrowser(fake)
    const page = {
      action: async (args: ActionFunctionArgs) => {
        await endSession(args)
        return leaveTo(args, provider, { cookies: ['own=1; Path=/'] })
      },
    }
    const { setCookies } = await browser.send(page, '/leaving')
    expect(setCookies).toEqual([expect.stringMatching(/^butterfly_session=; Path=\/; Max-Age=0;/), 'own=1; Path=/'])
  })

  it('security: no text becomes a redirect unless the contract marked it as vouched', () => {
    expectTypeOf<string>().not.toExtend<VouchedUrl>()
    expectTypeOf<string>().not.toExtend<AppLink>()
    expectTypeOf<string>().not.toExtend<AppAddress>()
    expectTypeOf<Parameters<typeof leaveTo>[1]>().toEqualTypeOf<VouchedUrl | AppLink | AppAddress>()
    expectTypeOf<Parameters<typeof allowLeavingTo>[1]>().toEqualTypeOf<VouchedUrl | AppLink | AppAddress>()
  })
})

describe('form-action', () => {
  const withLoader = (loader: (args: LoaderFunctionArgs) => unknown) => ({ ...leaving, loader })
  const several = withLoader((args) => {
    for (const url of ['https://a.example/1', 'https://b.example/', 'https://a.example/2'])
      allowLeavingTo(args, vouchedUrl.parse(url))
    return reply({})
  })
  const failing = withLoader((args) => {
    allowLeavingTo(args, provider)
    throw problem('bad_request')
  })
  const origin = 'https://provider.example:8443'

  it.each([
    ['happy: the policy of a page whose form leads to another site names it alone', leaving, {}, 200, ` ${origin}`],
    [
      'happy: the policy of the same page with an error names the site too',
      leaving,
      { fields: { stay: 'x' } },
      422,
      ` ${origin}`,
    ],
    [
      'happy: the policy of a page with several sites names each once',
      several,
      {},
      200,
      ' https://a.example https://b.example',
    ],
    ['security: the policy of any other page names our own site alone', withLoader(() => reply({})), {}, 200, ''],
    ['security: the policy of a problem page names our own site alone', failing, {}, 400, ''],
  ])('%s', async (_, page, asked, status, allowed) => {
    const shown = await askFor(openBrowser(), page, '/leaving', asked)
    expect(shown.status).toBe(status)
    expect(formActionOf(shown)).toBe(`form-action 'self'${allowed}`)
  })

  it('happy: the policy of a step-up page names the sites that the action allowed', async () => {
    const action = async (args: ActionFunctionArgs) => {
      allowLeavingTo(args, provider)
      const sealed = { parked: 'sealed', formToken: 'token', files: [] }
      const second = {
        kind: 'second' as const,
        ways: [],
        platforms: [],
        waitHours: null,
        lacksAnother: false,
        asksFactor: false,
        chosen: null,
        errors: [],
      }
      throw stepUpResponse({ ...second, ...sealed })
    }
    const shown = await askFor(openBrowser(), { ...leaving, action }, '/leaving', { fields: {} })
    expect(shown.status).toBe(200)
    expect(shown.main).toContain('value="sealed"')
    expect(formActionOf(shown)).toBe(`form-action 'self' ${origin}`)
  })
})

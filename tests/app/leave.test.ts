import { describe, expect, expectTypeOf, it } from 'vitest'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply } from '../../app/framework'
import { allowLeavingTo, leaveTo } from '../../app/navigation/leave.server'
import { problem } from '../../app/navigation/problem'
import { endSession } from '../../app/session/visitor.server'
import { stepUpResponse } from '../../app/step-up/step-up.server'
import type { AppAddress, AppLink } from '../../contract/app-link'
import { type VouchedUrl, vouchedUrl } from '../../contract/vouched-url'
import { openBrowser, withFakeAccountApi } from './browser'
import { askFor, type Page } from './page'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()
const provider = vouchedUrl.parse('https://provider.example:8443/authorize?state=a%26b&next=//evil.example#top')

/** A page whose form leads to the provider. */
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
  it('happy: a form is answered by a redirect to the URL as it was vouched for', async () => {
    const landed = await openBrowser().send(leaving, '/leaving')
    expect(landed).toMatchObject({ status: 303, location: provider })
    expect(landed.headers.get('cache-control')).toBe('no-store')
  })

  it('happy: what the request changed is kept: the session, and the route’s own cookies', async () => {
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

  it('security: the other site does not learn the page that the person comes from', async () => {
    const { headers } = await openBrowser().send(leaving, '/leaving')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('security: no text leads away that the contract has not marked as vouched for', () => {
    expectTypeOf<string>().not.toExtend<VouchedUrl>()
    expectTypeOf<string>().not.toExtend<AppLink>()
    expectTypeOf<string>().not.toExtend<AppAddress>()
    expectTypeOf<Parameters<typeof leaveTo>[1]>().toEqualTypeOf<VouchedUrl | AppLink | AppAddress>()
    expectTypeOf<Parameters<typeof allowLeavingTo>[1]>().toEqualTypeOf<VouchedUrl | AppLink | AppAddress>()
  })
})

describe('form-action', () => {
  it('happy: of a page whose form leads to another site names that origin alone', async () => {
    const shown = await askFor(openBrowser(), leaving, '/leaving')
    expect(shown.status).toBe(200)
    expect(formActionOf(shown)).toBe("form-action 'self' https://provider.example:8443")
  })

  it('happy: of the same page with an error names it too', async () => {
    const shown = await askFor(openBrowser(), leaving, '/leaving', { fields: { stay: 'x' } })
    expect(shown.status).toBe(422)
    expect(formActionOf(shown)).toBe("form-action 'self' https://provider.example:8443")
  })

  it('happy: of a step-up in the place of the page names what the action has allowed', async () => {
    const action = async (args: ActionFunctionArgs) => {
      allowLeavingTo(args, provider)
      const sealed = { parked: 'sealed', formToken: 'token', files: [] }
      throw stepUpResponse({
        kind: 'second',
        ways: [],
        platforms: [],
        waitHours: null,
        chosen: null,
        errors: [],
        ...sealed,
      })
    }
    const shown = await askFor(openBrowser(), { ...leaving, action }, '/leaving', { fields: {} })
    expect(shown.status).toBe(200)
    expect(shown.main).toContain('value="sealed"')
    expect(formActionOf(shown)).toBe("form-action 'self' https://provider.example:8443")
  })

  it('happy: of a page with several sites names each once', async () => {
    const page = {
      ...leaving,
      loader: async (args: LoaderFunctionArgs) => {
        for (const url of ['https://a.example/1', 'https://b.example/', 'https://a.example/2'])
          allowLeavingTo(args, vouchedUrl.parse(url))
        return reply({})
      },
    }
    const shown = await askFor(openBrowser(), page, '/leaving')
    expect(formActionOf(shown)).toBe("form-action 'self' https://a.example https://b.example")
  })

  it('security: of any other page names us alone', async () => {
    const shown = await askFor(openBrowser(), { ...leaving, loader: () => reply({}) }, '/leaving')
    expect(formActionOf(shown)).toBe("form-action 'self'")
  })

  it('security: of a problem page names us alone, whatever the page that failed had allowed', async () => {
    const page = {
      ...leaving,
      loader: async (args: LoaderFunctionArgs) => {
        allowLeavingTo(args, provider)
        throw problem('bad_request')
      },
    }
    const shown = await askFor(openBrowser(), page, '/leaving')
    expect(shown.status).toBe(400)
    expect(formActionOf(shown)).toBe("form-action 'self'")
  })
})

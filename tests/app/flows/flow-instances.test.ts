import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectRedirect, openBrowser } from '#tests/app/browser/browser'
import { openPages, pagesOf, twoSteps } from '#tests/app/browser/sample-pages'
import { defineFlow } from '~/flows/define-flow.server'

const path = '/settings/organisations/$subject/manager'
const transfer = defineFlow({
  name: 'sample-transfer',
  minutes: 15,
  start: path,
  done: { path: '/settings/organisations/$subject', notice: 'profile_saved' },
  steps: twoSteps(path),
})

/** A flow with one start page for all instances. */
const invite = defineFlow({
  name: 'sample-invitation',
  minutes: 15,
  start: '/settings/invitations',
  done: '/settings',
  steps: twoSteps('/settings/invitations/$id'),
})

const openBrowserWithPages = () => {
  const browser = openBrowser()
  const pages = openPages(browser, {
    ...pagesOf(transfer, { start: path, path }),
    ...pagesOf(invite, { start: '/settings/invitations/$id', path: '/settings/invitations/$id' }),
  })
  const flowCookies = () => [...browser.jar.keys()].filter((name) => name.startsWith('butterfly_flow_'))
  return { browser, ...pages, flowCookies }
}

/** The URL of a page of the transfer of one organisation. */
const at = (subject: string, page = '') => `/settings/organisations/${subject}/manager${page}`

/** A browser that has begun the transfers of two organisations. */
const withTwo = async () => {
  const opened = openBrowserWithPages()
  await opened.send(at('1'), { text: 'of one' })
  await opened.send(at('2'), { text: 'of two' })
  return opened
}

describe('two instances of a flow in one browser', () => {
  it('happy: a step of one instance leaves the other unchanged', async () => {
    const { open, send } = await withTwo()
    expectRedirect(await send(at('1', '/first'), { go: 'on', text: 'on with one' }), at('1', '/second'))
    expect(await open(at('2', '/second'))).toMatchObject({ status: 303, location: at('2', '/first') })
    expectRedirect(await send(at('2', '/first'), { go: 'stay', text: 'two again' }), at('2', '/first'))
    expect(await open(at('1', '/second'))).toMatchObject({ data: { text: 'on with one' } })
    expect(await open(at('2', '/first'))).toMatchObject({ data: { text: 'two again' } })
  })

  it.each([
    ['finish', '/settings/organisations/1?notice=profile_saved'],
    ['abandon', '/settings'],
    ['restart', `${at('1')}?notice=flow_expired`],
  ])('happy: %s ends one instance and leaves the other unchanged', async (go, location) => {
    const { open, send } = await withTwo()
    expect(await send(at('1', '/first'), { go })).toMatchObject({ status: 303, location })
    expect(await open(at('1', '/first'))).toMatchObject({ status: 303, location: at('1') })
    expect(await open(at('2', '/first'))).toMatchObject({ data: { text: 'of two' } })
  })

  it('happy: a flow that begins again replaces only its own state', async () => {
    const { open, send } = await withTwo()
    await send(at('1', '/first'), { go: 'on', text: 'on with one' })
    await send(at('1'), { text: 'one anew' })
    expect(await open(at('1', '/first'))).toMatchObject({ data: { text: 'one anew' } })
    expect(await open(at('2', '/first'))).toMatchObject({ data: { text: 'of two' } })
  })

  it('happy: each instance has its own return address', async () => {
    const { send } = openBrowserWithPages()
    await send(`${at('1')}?next=/settings/one`, { text: '' })
    await send(`${at('2')}?next=/settings/two`, { text: '' })
    expect(await send(at('1', '/first'), { go: 'finish' })).toMatchObject({ location: '/settings/one' })
    expect(await send(at('2', '/first'), { go: 'finish' })).toMatchObject({ location: '/settings/two' })
  })
})

describe('the state of another instance', () => {
  it('security: state under another instance’s cookie name is refused, and no form is executed', async () => {
    const { browser, open, send, flowCookies } = await withTwo()
    const [one = '', two = ''] = flowCookies()
    expect(two).not.toBe(one)
    browser.jar.set(two, browser.jar.get(one) ?? '')
    expectRedirect(await send(at('2', '/first'), { go: 'on', text: 'x' }), `${at('2')}?notice=flow_expired`)
    expect(browser.jar.has(two)).toBe(false)
    expect(await open(at('1', '/first'))).toMatchObject({ data: { text: 'of one' } })
  })

  it('security: the state of another instance does not admit a form at the URL of an instance that was not begun', async () => {
    const { send } = await withTwo()
    for (const go of ['on', 'stay', 'finish', 'abandon'])
      expect(await send(at('3', '/first'), { go, text: 'x' })).toMatchObject({ status: 303, location: at('3') })
  })
})

describe('the value of a parameter', () => {
  const odd = [
    'a/b',
    'a b',
    'x; Path=/; Domain=evil.example',
    'a=b,c',
    'ü中',
    '"quoted"',
    'a\r\nSet-Cookie: b=c',
    '..;',
    '$subject',
    '__proto__',
  ]

  it.each(odd.map((value) => [value]))('security: %j stays one segment of path and cookie', async (value) => {
    const { open, send, flowCookies } = openBrowserWithPages()
    const segment = encodeURIComponent(value)
    const landed = await send(at(segment), { text: 'odd' })
    expect(landed).toMatchObject({ status: 303, location: at(segment, '/first') })
    const [setCookie = '', ...more] = landed.setCookies
    expect(more).toEqual([])
    expect(setCookie.split('; ').slice(1)).toEqual([`Path=${at(segment)}`, 'Max-Age=4500', 'HttpOnly', 'SameSite=Lax'])
    expect(flowCookies()).toEqual([expect.stringMatching(/^butterfly_flow_sample-transfer\.[\w-]{8}$/)])
    expect(await open(at(segment, '/first'))).toMatchObject({ status: 200, data: { text: 'odd' } })
  })

  it.each(['.', '..', 'x'.repeat(129), '中'.repeat(15)])(
    'error: a page whose parameter is %j does not exist',
    async (subject) => {
      const browser = openBrowser()
      for (const step of ['first', 'second'] as const) {
        const page = { loader: (args: Parameters<typeof transfer.require>[0]) => transfer.require(args, step) }
        expect(await browser.open(page, at('1', `/${step}`), { params: { subject } })).toMatchObject({ status: 404 })
      }
    },
  )

  it('error: a step page without its parameter is a programming error', async () => {
    const page = { loader: (args: Parameters<typeof transfer.require>[0]) => transfer.require(args, 'first') }
    await expect(openBrowser().open(page, '/settings')).rejects.toThrow('no parameter $subject')
  })
})

describe('instances that share a path', () => {
  const begun = async (count: number) => {
    const opened = openBrowserWithPages()
    for (let id = 1; id <= count; id += 1) await opened.send(`/settings/invitations/${id}`, { text: `of ${id}` })
    return opened
  }

  it('happy: each instance keeps its data, and an instance that was not begun redirects to the start', async () => {
    const { open } = await begun(2)
    expect(await open('/settings/invitations/1/first')).toMatchObject({ data: { text: 'of 1' } })
    expect(await open('/settings/invitations/2/first')).toMatchObject({ data: { text: 'of 2' } })
    expectRedirect(await open('/settings/invitations/3/first'), '/settings/invitations')
  })

  it('error: a fifth instance ends the oldest one, so that cookies never pile up', async () => {
    const { open, flowCookies } = await begun(12)
    expect(flowCookies()).toHaveLength(4)
    expectRedirect(await open('/settings/invitations/8/first'), '/settings/invitations')
    expect(await open('/settings/invitations/9/first')).toMatchObject({ data: { text: 'of 9' } })
    expect(await open('/settings/invitations/12/first')).toMatchObject({ data: { text: 'of 12' } })
  })
})

describe('a table whose paths do not fit together', () => {
  const schema = z.object({})
  const table = { name: 'sample-wrong', minutes: 1, done: '/' }

  it('error: steps with different parameters are refused', () => {
    const steps = { one: { path: '/a/$x', schema }, two: { path: '/a/$y', schema } }
    expect(() => defineFlow({ ...table, start: '/a', steps })).toThrow('different parameters')
  })

  it('error: a start with a parameter that its steps lack is refused', () => {
    const steps = { one: { path: '/a/$x', schema } }
    expect(() => defineFlow({ ...table, start: '/a/$y', steps })).toThrow('parameter that its steps do not have')
  })
})

import { randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { done, refuse } from '#contract/server'
import { errorsAt, type Fields, formOf, openBrowser, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { askFor } from '#tests/app/browser/page'
import { challenge, decision, isProven, solved } from '#tests/app/step-up/challenges'
import type { FormLimits } from '~/document/page-handle'
import { picture } from '~/forms/field-schemas'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { bodyMaxBytes, limitsOf, parkedMaxLength } from '~/forms/reading/form-limits'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, reply } from '~/framework'
import * as signIn from '~/routes/login/route'
import { api } from '~/runtime/api.server'
import { newBrowserId } from '~/session/browser-id.server'

const fake = withFakeAccountApi()
const path = '/form-of-a-test'
const kilobyte = 1024

/** A page with a form of any schema; it keeps the values that it has read, and makes one call. */
const pageOf = <Schema extends z.ZodType>(schema: Schema, limits?: Partial<FormLimits>) => {
  const read: z.output<Schema>[] = []
  return {
    read,
    action: async (args: ActionFunctionArgs) => {
      const form = await readForm(args, schema, limits)
      if (!form.ok) return form.reply()
      read.push(form.value)
      const answer = await (await api(args)).checkLogin({})
      return answer.ok ? reply({ done: true }) : form.reply(answer)
    },
    default: () => {
      const page: ReturnType<typeof usePageForm> = usePageForm<Schema>()
      const { values = [] } = (page.fields as Record<string, { values: string[] }>).scopes ?? {}
      return (
        <FormPage page={page} title="login.title">
          <p id="values">{values.join(' ')}</p>
        </FormPage>
      )
    },
  }
}

/** What a browser without script sends for fields of these names. */
const repeated = (name: string, count: number): [string, string][] =>
  Array.from({ length: count }, (_, at) => [name, `${name}-${at}`])

const challengeOnce = () => {
  fake.answer('checkLogin', (call) => (isProven(call) ? done({ signed_in: false }) : (decision() as never)))
  fake.answers({ getCaptcha: () => challenge(), verifyCaptcha: done({ captcha_ticket: solved }) })
}

/** A schema that notes when it is run. */
const watched = () => {
  const run = vi.fn((form: unknown) => form)
  return { run, schema: z.preprocess(run, z.object({ a: z.unknown() })) }
}

/** A body as its sender writes it, which no form of a browser would be. */
const postBody = async (action: (args: ActionFunctionArgs) => Promise<Response>, body: string, browserId: string) => {
  const request = new Request(`http://localhost:3299${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `butterfly_browser=${browserId}` },
  })
  const response = await action({ request, context: {}, params: {} })
  return { status: response.status, data: await response.json() }
}

it('security: 32,000 values of one name from an unknown browser are refused before parsing', async () => {
  const { run, schema } = watched()
  const parse = vi.spyOn(Response.prototype, 'formData')
  const { action } = pageOf(schema)
  const body = 'a&'.repeat(32_000)
  expect(await postBody(action, body, newBrowserId())).toMatchObject({ status: 413, data: { initialValue: {} } })
  expect(run).not.toHaveBeenCalled()
  const signedOut = await postBody(signIn.action as typeof action, body, newBrowserId())
  expect(signedOut).toMatchObject({ status: 413, data: { initialValue: {} } })
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
})

it.each([
  ['13 values of one name', repeated('a', 13)],
  ['32,000 values of one name', repeated('a', 32_000)],
  ['101 names', Array.from({ length: 100 }, (_, at): [string, string] => [`a${at}`, ''])],
  ['13 values of a name that no schema reads', repeated('a[]', 13)],
])('security: a form with %s is over the limit, and no schema reads it', async (_, fields) => {
  const { run, schema } = watched()
  const landed = await openBrowser().send(pageOf(schema), path, fields)
  expect(landed.status).toBe(413)
  expect(errorsAt(landed, '')).toEqual(['That is too much to send at once. Shorten it and try again.'])
  expect(formOf(landed).initialValue).toEqual({})
  expect(run).not.toHaveBeenCalled()
})

it('happy: a form with 12 values of one name, or 100 names including the form token, is read', async () => {
  const { run, schema } = watched()
  const others = Array.from({ length: 98 }, (_, at): [string, string] => [`a${at}`, ''])
  const landed = await openBrowser().send(pageOf(schema), path, [...repeated('a', 12), ...others])
  expect(landed.data).toEqual({ done: true })
  expect(run).toHaveBeenCalledOnce()
})

it('security: a refused form token stops the form before its schema, and lists within the limits come back', async () => {
  const { run, schema } = watched()
  const send = (count: number) => openBrowser().send(pageOf(schema), path, repeated('a', count), { token: 'x' })
  const landed = await send(3)
  expect(landed.status).toBe(403)
  expect(formOf(landed).initialValue).toEqual({ a: ['a-0', 'a-1', 'a-2'] })
  expect(formOf(await send(13)).initialValue).toEqual({})
  expect(run).not.toHaveBeenCalled()
})

const Consent = z.object({ scopes: z.array(z.string()), state: z.string().max(9, 'fieldRefusal.invalid') })
const scopes = repeated('scopes', 50)

it('happy: a list of 50 values is read if the page allows it', async () => {
  const page = pageOf(Consent, { valuesPerName: 50 })
  await openBrowser().send(page, path, [...scopes, ['state', 'x']])
  expect(page.read).toEqual([{ scopes: scopes.map(([, value]) => value), state: 'x' }])
})

it('error: a list of 50 values comes back with its choices', async () => {
  const page = pageOf(Consent, { valuesPerName: 50 })
  const fields: [string, string][] = [...scopes, ['state', 'too long a state']]
  const landed = await openBrowser().send(page, path, fields)
  expect(landed.status).toBe(422)
  expect(formOf(landed).initialValue.scopes).toEqual(scopes.map(([, value]) => value))
  const { main } = await askFor(openBrowser(), page, path, { fields })
  expect(main).toContain(`<p id="values">${scopes.map(([, value]) => value).join(' ')}</p>`)
})

it('error: an invalid value in a list is an error of its field', async () => {
  const page = pageOf(z.object({ scopes: z.array(z.enum(['read'], 'fieldRefusal.unsupported')) }))
  const landed = await openBrowser().send(page, path, [
    ['scopes', 'read'],
    ['scopes', 'own'],
  ])
  expect(errorsAt(landed, 'scopes')).toEqual(['We cannot accept what you entered here. Enter something else.'])
})

/** Sends a form that is parked for a captcha, then its answer next to other fields. */
const parkAndRetry = async (
  page: ReturnType<typeof pageOf>,
  fields: Fields,
  beside: [string, string | File][] = [],
) => {
  challengeOnce()
  const browser = openBrowser()
  const { parked = '', ...stepUp } = formOf(await browser.send(page, path, fields)).stepUp ?? {}
  const retried = await browser.send(page, path, [['parked', parked], ['text', 'right'], ...beside])
  return { parked, stepUp, retried }
}

/** 10,000 lines of 50 characters, as a browser sends them. */
const linesOf = (line: () => string): string => Array.from({ length: 10_000 }, line).join('\r\n')
const Text = z.record(z.string(), z.string())
const matrix = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`role_${at}`, 'on']))
const large = { textBytes: 640 * kilobyte }

it.each<[string, z.ZodType, Partial<FormLimits>, Fields]>([
  ['a list', Consent, { valuesPerName: 50 }, [...scopes, ['state', 'x']]],
  ['a matrix of 100 fields with digits in their names', Text, { names: 110 }, matrix],
  ['10,000 lines of random text', Text, large, { members: linesOf(() => randomBytes(25).toString('hex')) }],
  ['10,000 lines of random base64', Text, large, { members: linesOf(() => randomBytes(36).toString('base64')) }],
  ['10,000 lines in Chinese', Text, large, { members: linesOf(() => '第三届董事会第十二次会议') }],
])(
  'happy: a form with %s is read, parked within the body limit, and retried whole',
  async (_, schema, limits, fields) => {
    const page = pageOf(schema, limits)
    const { parked, retried } = await parkAndRetry(page, fields)
    expect(parked).not.toBe('')
    expect(parked.length).toBeLessThan(bodyMaxBytes({ form: limits }) - 16 * kilobyte)
    expect(retried.data).toEqual({ done: true })
    expect(page.read).toHaveLength(2)
    expect(page.read[1]).toEqual(page.read[0])
    if (!Array.isArray(fields)) expect(page.read[0]).toEqual(fields)
  },
)

it('error: a form that is too long to park comes back with the answer of its call', async () => {
  challengeOnce()
  const page = pageOf(z.object({ members: z.string() }))
  const landed = await openBrowser().send(page, path, { members: randomBytes(40 * kilobyte).toString('base64') })
  expect(landed.status).toBe(422)
  expect(errorsAt(landed, '')).toHaveLength(1)
})

it('happy: the body of a page has room for a parked form and its answer', () => {
  expect(bodyMaxBytes({})).toBe(64 * kilobyte)
  for (const form of [{}, { textBytes: 512 * kilobyte }])
    expect(parkedMaxLength(limitsOf(form)) + 16 * kilobyte).toBe(bodyMaxBytes({ form }))
  expect(bodyMaxBytes({ uploadMaxBytes: 1000 })).toBe(64 * kilobyte + 1000)
})

const Files = z.object({ front: picture, pages: z.array(picture), title: z.string() })
const file = (text: string) => new File([text], `${text}.jpg`)
const files: [string, string | File][] = [
  ['front', file('front')],
  ['pages', file('one')],
  ['pages', file('two')],
  ['title', 'A title'],
]
const textsOf = async ({ front, pages }: z.output<typeof Files>) =>
  Promise.all([front, ...pages].map((each) => each.text()))

it('happy: the files of a parked form are chosen again on the challenge page', async () => {
  const page = pageOf(Files)
  const chosen = files.filter(([, value]) => typeof value !== 'string')
  const { stepUp } = await parkAndRetry(page, files, chosen)
  expect(stepUp).toMatchObject({
    files: [
      { name: 'front', isList: false },
      { name: 'pages', isList: true },
    ],
  })
  const texts = ['front', 'one', 'two']
  expect(await Promise.all(page.read.map(textsOf))).toEqual([texts, texts])
  expect(page.read[1]?.title).toBe('A title')
})

it('happy: the challenge page accepts the files of the parked form', async () => {
  challengeOnce()
  const { main } = await askFor(openBrowser(), pageOf(Files), path, { fields: files })
  expect(main).toContain('encType="multipart/form-data"')
  expect(main).toContain('<input id="front" name="front" type="file" aria-describedby="front-hint"/>')
  expect(main).toContain('<input id="pages" name="pages" type="file" multiple="" aria-describedby="pages-hint"/>')
})

it('error: files that were not chosen again are missing, and the other fields come back', async () => {
  const { retried } = await parkAndRetry(pageOf(Files), files)
  expect(refusedAt(retried, 'front')).toEqual(['Choose a picture first'])
  expect(formOf(retried).initialValue).toEqual({ title: 'A title' })
})

it('security: a file that the parked form lacked is not added to it', async () => {
  const page = pageOf(z.object({ title: z.string(), front: picture.optional() }))
  await parkAndRetry(page, { title: 'x' }, [['front', file('front')]])
  expect(page.read).toEqual([{ title: 'x' }, { title: 'x' }])
})

it('error: a form that exceeds the server’s size limit is reported at each of its files, or at the form', async () => {
  const cutOff = async (schema: z.ZodType) => {
    const browser = openBrowser()
    const { headers, url } = browser.requestFor(path)
    const request = new Request(url, { method: 'POST', headers })
    const answer = await pageOf(schema).action({ request, context: { cutOff: true }, params: {} })
    return { status: answer.status, data: await answer.json() } as never
  }
  for (const schema of [Files, Files.transform((form) => form), z.preprocess((form) => form, Files)]) {
    const landed = await cutOff(schema)
    expect(landed).toMatchObject({ status: 413 })
    for (const name of ['front', 'pages'])
      expect(errorsAt(landed, name)).toEqual(['This file is over 5\u00A0MB. Choose a smaller one.'])
  }
  const text = await cutOff(z.object({ members: z.string() }))
  expect(errorsAt(text, '')).toEqual(['That is too much to send at once. Shorten it and try again.'])
})

it('error: a failure about one of several fields is reported at that field', async () => {
  fake.answer('checkLogin', () => refuse('invalid_input', { fields: [{ field: 'role_2', reason: 'unsupported' }] }))
  const landed = await openBrowser().send(pageOf(z.looseObject({})), path, { role_1: 'on', role_2: 'on' })
  expect(errorsAt(landed, 'role_2')).toEqual(['We cannot accept what you entered here. Enter something else.'])
})

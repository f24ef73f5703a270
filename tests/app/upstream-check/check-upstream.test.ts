import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { patterns } from '#tests/app/browser/browser'
import { plainMap, withPlainUpstream } from '#tests/app/plain-upstream/plain-browser'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { closedFlows, judgedFlows } from '~/navigation/open-pages/flows-of-calls'
import { isClosed } from '~/navigation/open-pages/pages-of-calls'
import { env } from '~/runtime/env.server'
import { logClosedFlows } from '~/upstream-check/at-start.server'
import { checkUpstream } from '~/upstream-check/command'

const plain = withPlainUpstream({}, {}, { checksFormToken: true })
const ann = { account: '+8613800000001', password: 'a long walk' }
const lineWith = (text: string, word: string): string => text.split('\n').find((line) => line.includes(word)) ?? ''

describe('the check of an account API that was written from the specification alone', () => {
  it('happy: the report lists the existing calls, what they lack, and which flows work', async () => {
    plain.add({ mobile: ann.account, password: ann.password })
    const { text, code } = await checkUpstream(ann)
    expect(lineWith(text, 'accountInfo ')).toMatch(/found .*missing: user_id, /)
    expect(lineWith(text, 'bindVerifyInfo ')).toContain('unknown: mobile')
    expect(lineWith(text, 'listIdentities ')).toContain('refused')
    expect(lineWith(text, 'switchBind ')).toContain('not found')
    expect(lineWith(text, 'image ')).toContain('not tried')
    expect(lineWith(text, 'sign-in by a password')).toMatch(/^open/)
    expect(lineWith(text, 'sign-in by a code to a mobile')).toMatch(/^reduced .*smsLoginContinue/)
    expect(lineWith(text, 'Closed: open authorisation by a QR code')).toContain('/login/authorize/*/qr')
    expect(text).toContain('Cookies seen: xsrf, sid (by the sign-in)')
    expect(text).toContain('Set SESSION_COOKIE=sid\nSet FORM_TOKEN_COOKIE=xsrf\nSet FORM_TOKEN_HEADER=x-xsrf')
    // It lacks calls of the specification.
    expect(code).toBe(1)
  })

  it('happy: --write proposes a path map with null for missing calls, and the settings', async () => {
    plain.add({ mobile: ann.account, password: ann.password })
    const folder = temporaryFolder('proposed')
    const file = join(folder.path, 'paths.json')
    const { text } = await checkUpstream(ann, file)
    expect(text).toContain(
      `ACCOUNT_API_PATHS=${file}\nSESSION_COOKIE=sid\nFORM_TOKEN_COOKIE=xsrf\nFORM_TOKEN_HEADER=x-xsrf`,
    )
    const proposed = JSON.parse(readFileSync(file, 'utf8'))
    expect(proposed).toMatchObject({ ...plainMap(), switchBind: null, unbindPlatform: null })
    await expect(checkUpstream(ann, file)).rejects.toThrow('EEXIST')
    folder.remove()
  })

  it('security: the check changes nothing, and makes no person’s call that could change something', async () => {
    plain.add({ mobile: ann.account, password: ann.password })
    const before = structuredClone(plain.state.accounts)
    await checkUpstream(ann)
    expect(plain.state.accounts).toEqual(before)
    expect([...plain.state.codes.keys()].filter((address) => address !== '')).toEqual([])
    expect([plain.state.subjects.length, plain.state.tickets.size]).toEqual([0, 0])
    expect(plain.state.sessions.size).toBe(1)
  })

  it('happy: with a path for each call of the flows, no flow is closed, and the check exits with 0', async () => {
    const paths = plainMap()
    const more = judgedFlows((name) => !paths[name]).flatMap(({ lacks }) => lacks)
    plain.addBare(more.map((name) => `/v1/${name}`))
    Object.assign(env().accountApi, {
      paths: { ...paths, ...Object.fromEntries(more.map((name) => [name, `/v1/${name}`])) },
    })
    plain.add({ mobile: ann.account, password: ann.password })
    const { text, code } = await checkUpstream(ann)
    Object.assign(env().accountApi, { paths })
    expect(text).toMatch(/\n\d+ flows are open, \d+ reduced, 0 closed\.$/)
    expect(code).toBe(0)
  })

  it('error: without half of the calls, the flows of the missing calls are closed', async () => {
    const gone = Object.values(plainMap()).filter((path, at) => path !== null && at % 2 === 0) as string[]
    plain.remove(gone.map((path) => path.replace('/{page}', '')))
    const { text, code } = await checkUpstream(undefined)
    expect(code).toBe(1)
    for (const flow of ['binding an email', 'sign-out', 'open authorisation', 'sign-in by a QR code'])
      expect(text, flow).toContain(`Closed: ${flow}: lacks `)
    expect(lineWith(text, 'open      ')).toBe('')
    expect(lineWith(text, 'accountInfo ')).toContain('refused')
  })

  it('error: without the calls of /login and /login/register, the report says what these pages do instead', async () => {
    plain.remove(['/v1/login', '/v1/register/mobile', '/v1/register/mail'])
    Object.assign(env().accountApi, { paths: { ...plainMap(), registerByMobileAndEmail: null } })
    const { text } = await checkUpstream(undefined)
    Object.assign(env().accountApi, { paths: plainMap() })
    expect(text).toContain('\n/login leads to /login/sms\n')
    expect(text).toContain('\n/login/register says that it is not offered\n')
    expect(lineWith(text, 'Closed pages')).not.toMatch(/ \/login |\$/)
  })

  it('error: an identity that cannot sign in is named, and the check fails', async () => {
    const { text, code } = await checkUpstream({ account: 'ann', password: 'wrong' })
    expect(text).toContain('The sign-in of CHECK_ACCOUNT did not work')
    expect(code).toBe(1)
  })

  it('happy: the start logs a line for each closed flow, and makes harmless calls only', async () => {
    plain.remove(['/v1/me'])
    const lines: { flow: string; lacks: string[] }[] = []
    await logClosedFlows(pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }))
    expect(lines.find(({ flow }) => flow === 'settings')).toMatchObject({ lacks: ['accountInfo'] })
    expect(lines.map(({ flow }) => flow)).toContain('moving a third-party account by a QR code')
    expect(plain.asked.map(({ path }) => path)).not.toContain('/v1/register/mobile')
  })
})

describe('the table of flows', () => {
  it('happy: each page of a flow exists, and no flow is closed if every call exists', () => {
    const pages = closedFlows(() => true).flatMap((flow) => flow.pages)
    const isThere = (pattern: string) => patterns.some((page) => isClosed(page.replaceAll(/:\w+/g, 'x'), [pattern]))
    const anyAddress = (page: string) => page.replace(/\/(mobile|email)(?=\/|$)/, '/*')
    expect(pages.filter((page) => !isThere(page) && !isThere(anyAddress(page)))).toEqual([])
    expect(judgedFlows(() => false).filter(({ state }) => state !== 'open')).toEqual([])
  })

  it('happy: a flow page without its calls is closed, and pages of other flows below it stay open', () => {
    const closed = closedFlows((name) => name === 'emailCodeLogin').flatMap((flow) => flow.pages)
    expect(['/login/email', '/login/email/', '/login/Email/code'].map((path) => isClosed(path, closed))).toEqual([
      true,
      true,
      true,
    ])
    expect(isClosed('/login/email/password', closed)).toBe(false)
  })
})

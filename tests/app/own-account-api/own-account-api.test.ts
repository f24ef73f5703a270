import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect } from 'vitest'
import type { CallName } from '#contract/calls'
import {
  done,
  emailKey,
  emailSent,
  infoOf,
  refuse,
  subjectId as sec_subject_uid,
  signedIn,
  ticket,
} from '#tests/app/browser/answers'
import {
  type Browser,
  expectRedirect,
  expectTexts,
  leadsTo,
  openBrowser,
  patterns,
  refusedAt,
} from '#tests/app/browser/browser'
import { signedInBrowser, visiting, withPerson } from '#tests/app/browser/person'
import { idOf } from '#tests/app/organisations/answers'
import { root } from '#tests/fixtures/programs/server'
import { closedWithout, isClosed } from '~/navigation/open-pages/pages-of-calls'
import { namesOfStandIns } from '~/runtime/stand-ins/stand-ins.server'
import { answerActing, orchard, plainPaths as paths, plainMember, withPlainAccountApi } from './plain-answers'

const absent = Object.keys(paths) as CallName[]
const closed = closedWithout((name) => paths[name] === null)

const document = readFileSync(join(root, 'docs/integrators/own-account-api.md'), 'utf8')

const fake = withPlainAccountApi()
const it = visiting(fake)

const path = `/settings/organisations/${sec_subject_uid}`

describe('an account API without the calls beyond the specification', () => {
  it('happy: each closed page of the table exists, or has pages below it', () => {
    const isThere = (pattern: string) => patterns.some((page) => isClosed(page.replaceAll(/:\w+/g, 'x'), [pattern]))
    expect(closed.length).toBeGreaterThan(30)
    expect(closed.filter((pattern) => !isThere(pattern))).toEqual([])
  })

  it('happy: the document names a replacement for each missing call', () => {
    const [, ...rows] = document.split(/^\| `/m)
    const named = rows.flatMap((row) => `\`${row.split(' |')[0]}`.match(/\w+/g) ?? [])
    expect(named.sort()).toEqual([...absent].sort())
  })

  it('happy: one row closes each closed page, and only the row of a dialog closes no page', () => {
    const [, rest = ''] = document.split('## Calls without which pages are closed')
    const table = rest.slice(0, rest.indexOf('\n## '))
    const rows = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell.match(/\w+/g) ?? [])
    const closedBy = rows.map((row) => closedWithout((name) => row.some((each) => each === name)))
    // Its calls are made by a dialog on every page.
    expect(rows.filter((_, at) => closedBy[at]?.length === 0).map(([name]) => name)).toEqual(['startSecondPasskey'])
    const pages = closedBy.flatMap((row) => [...new Set(row)])
    expect(pages.filter((page, at) => pages.indexOf(page) !== at)).toEqual([])
  })

  it('happy: a stand-in exists only for a missing call', () => {
    // The specification names neither of the last two: an account API may have them, or the codes to an own address alone.
    expect(namesOfStandIns.filter((name) => !absent.includes(name))).toEqual([
      'checkDefaultInfo',
      'recommendedName',
      'remainingUpdateTimes',
      'defaultAvatars',
      'defaultBackgrounds',
      'sendSecondCode',
      'verifySecond',
    ])
  })

  it('happy: neither pages before a sign-in nor the settings link to a closed page', async ({ browser }) => {
    const seen: string[] = []
    for (const page of [
      '/',
      '/login',
      '/login/sms',
      '/login/email',
      '/login/register',
      '/account-help',
      '/account-help/restore',
    ]) {
      const { html, status } = await browser.show(page)
      expect(status, page).toBe(200)
      seen.push(...leadsTo(html))
    }
    const person = await signedInBrowser(fake)
    fake.answer('accountInfo', done(infoOf()))
    for (const page of ['/settings', '/settings/mobile', '/settings/password'])
      seen.push(...leadsTo((await person.show(page)).html))
    expect(seen.length).toBeGreaterThan(50)
    expect(seen.filter((each) => isClosed(each, closed))).toEqual([])
  })

  it.each([
    '/settings/sessions',
    '/settings/Sessions/',
    `${path}/log/file`,
    '/login/service',
    '/serviceValidate?service=https%3A%2F%2Fwiki.example&ticket=ST-1',
    '/login/site',
    '/login/desk',
    '/account-help/not-me',
  ])('error: the page %s gets the 404 page if its calls are missing', async (page) => {
    const browser = await signedInBrowser(fake)
    answerActing(fake)
    expect((await browser.show(page)).status).toBe(404)
  })

  it('error: the sign-in page offers no remembering, and an earlier tick causes no failure', async ({ browser }) => {
    fake.answer('accountLoginV2', signedIn())
    expect(await browser.mainAt('/login')).not.toContain('name="remember"')
    expectRedirect(await browser.submit('/login', { account: 'ann', password: 'x', remember: '1' }), '/settings')
  })

  it('error: a return address that is too long is dropped', async ({ browser }) => {
    expect((await browser.visit(`/settings/profile?x=${'y'.repeat(3000)}`)).location).toBe('/login')
  })
})

describe('an organisation without the calls beyond the specification', () => {
  const browser = withPerson(fake)
  beforeEach(() => answerActing(fake))

  it('happy: the page shows the organisation’s name and what the member may do, with links to open pages only', async () => {
    const { html, main } = await browser.show(path)
    expect(main).toContain('Orchard')
    expectTexts(html, {
      shown: [`${path}/members`, `${path}/roles`, `${path}/manager`],
      hidden: [`${path}/log`],
    })
    expect(leadsTo(html).filter((each) => isClosed(each, closed))).toEqual([])
  })

  it.each([
    ['says nothing', {}, [200, 200]],
    ['has an empty list', { permissions: [] }, [403, 200]],
    ['has a list of ours', { permissions: ['member.read'] }, [200, 200]],
    ['has an unknown permission', { permissions: ['ladder.climb'] }, [200, 200]],
    ['says who is not the manager', { permissions: [], is_manager: false }, [403, 403]],
    ['says who is the manager', { permissions: [], is_manager: true }, [200, 200]],
  ])('security: if ownPermissions %s, the pages open that the document names', async (_, own, statuses) => {
    fake.answer('listSubjects', done({ subjects: [{ ...orchard, is_manager: false }], has_more: false }))
    fake.answers({ ownPermissions: done({ roles: [], ...own }), listIdentities: done({ members: [] }) })
    fake.answers({ listRoles: done({ roles: [] }), accountInfo: done(infoOf()) })
    const pages = await Promise.all(['/members', '/manager'].map((page) => browser.visit(`${path}${page}`)))
    expect(pages.map(({ status }) => status)).toEqual(statuses)
  })

  it('error: an organisation that is in no list is not found, also if the list has several pages', async () => {
    fake.answer('listSubjects', ({ input }) => {
      const subjects = Array.from({ length: 100 }, () => ({ ...orchard, sec_subject_uid: 'z'.repeat(22) }))
      return done({ subjects: Number(input.page) < 3 ? subjects : [], has_more: Number(input.page) < 3 })
    })
    expect((await browser.show(path)).status).toBe(404)
    expect(fake.inputsOf('listSubjects').map(({ page }) => Number(page))).toEqual([1, 2, 3])
  })

  it('error: a suspended place redirects to the list of organisations', async () => {
    fake.answer('ownPermissions', refuse('identity_frozen', {}))
    expectRedirect(await browser.show(path), '/settings/organisations?notice=identity_frozen')
  })

  it('error: a missing requirement does not redirect to a closed page', async () => {
    const kept = { ...orchard, is_manager: false, is_kept_out: true, needs_second_factor: true }
    fake.answer('listSubjects', done({ subjects: [kept], has_more: false }))
    const { html } = await browser.show('/settings/organisations')
    const asked = { sms_code_key: 'key-of-a-second-verification', ways: [], asks_factor: true }
    fake.answer('ownPermissions', refuse('second_verification_required', asked))
    const verify = await browser.show(`${path}/verify`)
    expect(verify.main).toContain('passkey')
    expect(leadsTo(html + verify.html).filter((each) => isClosed(each, closed))).toEqual([])
  })

  it('happy: if the list lacks the organisation’s details, its page changes only the name', async () => {
    fake.answer('updateSubject', done({ subject_name: 'Grove' }))
    expect(await browser.mainAt(`${path}/details`)).not.toContain('name="website"')
    await browser.submit(`${path}/details`, { subject_name: 'Grove' })
    expect(fake.inputsOf('updateSubject')).toEqual([{ sec_subject_uid, subject_name: 'Grove' }])
  })

  it('happy: if the list contains the organisation’s details, they can be changed', async () => {
    const facts = { base_infos: { website: 'https://orchard.example' }, detail_infos: { address: 'Lane 1' } }
    fake.answer('listSubjects', done({ subjects: [{ ...orchard, ...facts }], has_more: false }))
    expectTexts(await browser.mainAt(`${path}/details`), { shown: ['https://orchard.example', 'Lane 1'] })
  })

  it('happy: a member is found in the list of members, and shown without unknown facts', async () => {
    fake.answer('listIdentities', done({ members: [plainMember('bo')] }))
    const main = await browser.mainAt(`${path}/members/${idOf('b')}`)
    expect(main).toContain('bo')
    expect(main).not.toMatch(/Invalid Date|1970/)
    fake.answer('listIdentities', done({ members: [] }))
    expect((await browser.show(`${path}/members/${idOf('b')}`)).status).toBe(404)
  })

  const both = `member=${idOf('b')}&member=${idOf('c')}`
  const chosen = (act: string): [string, string][] => [
    ['act', act],
    ['member', idOf('b')],
    ['member', idOf('c')],
  ]

  it('happy: ticked members are suspended one by one, and a refusal is shown at its member', async () => {
    fake.answer('listIdentities', done({ members: [plainMember('bo'), plainMember('cy')] }))
    fake.answer('freezeDeputy', ({ input }) =>
      input.identity_id === idOf('c')
        ? refuse('beyond_own_permissions', { lacking: ['role.assign'] })
        : done({ is_frozen: 1 }),
    )
    const landed = await browser.submit(`${path}/members/selected?act=freeze&${both}`, chosen('freeze'))
    expect(landed).toMatchObject({ location: expect.stringContaining('notice=members_refused') })
    expect(fake.inputsOf('freezeDeputy').map(({ identity_id }) => identity_id)).toEqual([idOf('b'), idOf('c')])
  })

  it('error: an outage in the middle of several members is reported, and finished members stay done', async () => {
    fake.answer('listIdentities', done({ members: [plainMember('bo'), plainMember('cy')] }))
    fake.answer('deleteDeputy', ({ input }) =>
      input.identity_id === idOf('c') ? new Response('', { status: 500 }) : done({ done: true }),
    )
    const landed = await browser.submit(`${path}/members/selected?act=remove&${both}`, chosen('remove'))
    expect(landed.status).toBe(503)
    expect(fake.inputsOf('deleteDeputy')).toHaveLength(2)
  })
})

describe('restoring a cancelled account without undoCancellation', () => {
  const restorable_until = new Date(Date.now() + 86_400_000).toISOString()
  const restoring = async () => {
    const browser = openBrowser()
    fake.answer('accountLoginV2', refuse('account_cancelled', { restorable_until, time_zone: null, ticket }))
    return { browser, landed: await browser.submit('/login?next=/settings/x', { account: 'ann', password: 'x' }) }
  }
  const confirm = '/account-help/restore/confirm'

  it('happy: the sign-in continues with its ticket, and redirects to the return address', async () => {
    const { browser, landed } = await restoring()
    expect(landed.location).toBe(`${confirm}?next=%2Fsettings%2Fx`)
    fake.answer('smsLoginContinue', signedIn())
    expectRedirect(await browser.submit(confirm), '/settings/x')
    expect(fake.inputsOf('smsLoginContinue')).toEqual([{ ticket }])
  })

  it('error: an expired ticket redirects to the page for expired tickets', async () => {
    const { browser } = await restoring()
    fake.answer('smsLoginContinue', refuse('ticket_refused', {}))
    expect((await browser.submit(confirm)).location).toMatch(/^\/account-help\/restore\?.*notice=flow_expired/)
  })
})

describe('forms that are sent although their page is closed', () => {
  it.each([
    ['/settings/accounts', { session_id: 's1' }],
    ['/settings/accounts', { device_id: 'd1' }],
    ['/settings/export', { export: '1' }],
    ['/account-help/not-me', { ticket, password: 'x' }],
    [`/login/share?share_ticket=${ticket}`, {}],
  ])('security: a form for %s gets 404, and no call is made', async (page, fields) => {
    const browser = await signedInBrowser(fake)
    fake.received.length = 0
    expect((await browser.submit(page, fields)).status).toBe(404)
    expect(fake.received.map(({ name }) => name)).toEqual([])
  })
})

describe('a lost number, by the calls of the specification', () => {
  const lost = '/account-help/mobile-lost'
  const [start, codePage, confirm] = [`${lost}/email`, `${lost}/email/code`, `${lost}/email/confirm`]
  const address = 'ann@example.com'
  const takes_effect_at = '2026-11-28T12:00:00.000Z'
  const removed = done({ done: true, takes_effect_at })
  /** The fake begins a session with it. */
  const removedAndSignedIn = done({ ...removed.data, is_new_user: false })

  const atTheCode = async (browser: Browser = openBrowser()) => {
    fake.answer('sendEmailCode', emailSent())
    expectRedirect(await browser.submit(start, { email: address }), codePage)
    return browser
  }

  const atTheEnd = async () => {
    const browser = await atTheCode()
    fake.answer('validateEmailCode', done({ ticket }))
    expectRedirect(await browser.submit(codePage, { code: '123456' }), confirm)
    return browser
  }

  it('happy: a code to the email proves the account, and the signed-in person adds a new number', async () => {
    expectTexts(await openBrowser().mainAt(lost), {
      shown: [`href="${start}"`, 'We send a code to it'],
      hidden: [`${lost}/password`, '48 hours', 'password'],
    })
    expect(await openBrowser().mainAt(start)).not.toContain(`${lost}/password`)
    const browser = await atTheEnd()
    const page = { shown: [address, 'name="form_token"'], hidden: ['name="password"', '48 hours', ticket] }
    expectTexts(await browser.mainAt(confirm), page)
    const before = browser.formToken()
    fake.answer('unbindUnusableMobile', removedAndSignedIn)
    expectRedirect(await browser.submit(confirm), '/settings/mobile?notice=lost_mobile_removed')
    expect(fake.inputsOf('sendEmailCode')).toEqual([{ email: address, type: 15, unbind_exist: 0 }])
    expect(fake.inputsOf('validateEmailCode')).toEqual([{ email: address, ...emailKey, code: '123456', type: 15 }])
    expect(fake.inputsOf('unbindUnusableMobile')).toEqual([{ ticket, without_address: 0 }])
    expect(browser.formToken()).not.toBe(before)
  })

  it('happy: if the account API signs nobody in, the flow ends at the sign-in page, which reports the removal', async () => {
    const browser = await atTheEnd()
    fake.answer('unbindUnusableMobile', removed)
    const landed = '/login?notice=lost_mobile_removed_only'
    expectRedirect(await browser.submit(confirm), landed)
    expect((await browser.arrive(landed)).data).toMatchObject({ notice: 'lost_mobile_removed_only' })
  })

  it('happy: if the account API delays the removal, the page says until when', async () => {
    const browser = await atTheEnd()
    fake.answer('unbindUnusableMobile', done({ done: false, takes_effect_at }))
    expectRedirect(await browser.submit(confirm), `${lost}/asked`)
    expectTexts(await browser.mainAt(`${lost}/asked`), {
      shown: ['28', 'href="/login"', 'href="/settings/mobile"'],
      hidden: ['/settings/sessions'],
    })
  })

  it('error: the password page gets the 404 page', async () => {
    expect((await openBrowser().show(`${lost}/password`)).status).toBe(404)
  })
})

describe('a member who may not see the list of members', () => {
  const member = { ...orchard, is_manager: false }
  const members = `/settings/organisations/${sec_subject_uid}/members`
  const [own, other] = [`${members}/${idOf('m')}`, `${members}/${idOf('b')}`]
  const lacking = refuse('permission_required', { needed: 'member.read' })

  const browser = withPerson(fake)
  beforeEach(() => {
    fake.answer('accountInfo', done(infoOf()))
    answerActing(fake, [member])
    const roles = [{ role_key: 'gardener', role_name: 'Gardener' }]
    fake.answers({ ownPermissions: done({ is_manager: false, roles, permissions: [] }), listIdentities: lacking })
  })

  it('happy: the member sees their own name and roles, and changes the name', async () => {
    expectTexts(await browser.mainAt(own), {
      shown: ['Your name', 'Gardener', 'value="Ann"'],
      hidden: ['/members/selected', `href="${members}"`, 'Invalid Date'],
    })
    fake.answer('updateDeputy', done({ deputy_name: 'Anna' }))
    expectRedirect(await browser.submit(own, { deputy_name: 'Anna' }), `${own}?notice=member_renamed`)
    expect(fake.inputsOf('updateDeputy')).toEqual([{ sec_subject_uid, identity_id: idOf('m'), deputy_name: 'Anna' }])
  })

  it('error: a name that the account API refuses is reported on the page, which still shows the member', async () => {
    fake.answer('updateDeputy', refuse('is_manager', {}))
    expect(refusedAt(await browser.submit(own, { deputy_name: 'Anna' }), '')).toHaveLength(1)
    expect(await browser.mainAt(own)).toContain('value="Ann"')
  })

  it('security: the member sees nobody else, whatever their own entry says', async () => {
    for (const page of [other, `${members}/${sec_subject_uid}`])
      expect((await browser.visit(page)).status, page).toBe(403)
  })

  it('security: the member’s place in another organisation does not count in this one', async () => {
    const elsewhere = { ...member, sec_subject_uid: idOf('o'), identity_id: idOf('b'), deputy_name: 'Ann of Grove' }
    answerActing(fake, [elsewhere, member])
    expect((await browser.visit(other)).status).toBe(403)
  })

  it('happy: a person who may see the list of members is shown as in that list', async () => {
    fake.answer(
      'listIdentities',
      done({ members: [{ identity_id: idOf('m'), deputy_name: 'Ann', is_manager: false }] }),
    )
    await browser.visit(own)
    // For the acting member alone.
    expect(fake.inputsOf('listSubjects')).toHaveLength(1)
  })
})

import { describe, expect, it } from 'vitest'
import { type Browser, expectRedirect, expectTexts, openBrowser } from '#tests/app/browser/browser'
import { env } from '~/runtime/env.server'
import { code, goOn, signIn, withPlainUpstream } from './plain-browser'

const plain = withPlainUpstream()
const password = 'a long walk'

/** A person who has registered an organisation with their account. */
const registered = async () => {
  const browser = openBrowser()
  const named = { subject_name: 'Orchard', deputy_name: 'Ann', by: 'mobile' }
  const begun = await browser.submit('/login/register/organisation', named)
  const asked = await goOn(browser, begun.location ?? '', { mobile: '13800000001', region: 'CN' })
  await goOn(browser, asked, { code, password })
  const [subject] = plain.state.subjects
  if (!subject) throw new Error('there is no organisation')
  return { browser, subject, path: `/settings/organisations/${subject.sec_subject_uid}` }
}

const joined = async (manager: Browser, path: string) => {
  const email = 'bo@example.com'
  plain.add({ email, password })
  await goOn(manager, `${path}/invitations/new?by=email`, { email })
  const [{ invite_ticket } = { invite_ticket: '' }] = plain.state.subjects[0]?.invitations ?? []
  const member = openBrowser()
  await signIn(member, email)
  const page = `/login/invitation?invite_ticket=${invite_ticket}`
  expect((await member.show(page)).main).toContain('Orchard')
  const landed = await member.submit(page, { accept: '1', deputy_name: 'Bo' })
  expect(landed, JSON.stringify(landed.data)).toMatchObject({ status: 303, location: expect.stringContaining(path) })
  return member
}

describe('an organisation of an account API that was written from the specification alone', () => {
  it('happy: an organisation is registered, and its pages show its ids, its facts and its own permissions', async () => {
    const { browser, path } = await registered()
    expect(path).toMatch(/\/o\d+$/)
    const overview = await browser.show(path)
    expect(overview).toMatchObject({ status: 200 })
    expectTexts(overview.main, { shown: ['industry', 'fruit', 'PRC'] })
    for (const page of ['/members', '/roles', '/invitations', '/manager'])
      expect((await browser.show(`${path}${page}`)).status, page).toBe(200)
    expect((await browser.show('/settings/organisations')).main).toContain('Orchard')
    expect((await browser.show(`${path}/roles/r1`)).main).toContain('Climb ladders')
  })

  it('happy: the details are changed, and facts that only the account API knows are kept', async () => {
    const { browser, path, subject } = await registered()
    const page = `${path}/details`
    expect((await browser.show(page)).main).toContain('name="website"')
    const typed = { subject_name: 'Meadow', short_name: 'M', region: '', website: 'https://meadow.example' }
    await goOn(browser, page, typed)
    const kept = { industry: 'fruit', acres: 7, region: 'PRC' }
    const { subject_name, base_infos } = subject
    expect(subject_name).toBe('Meadow')
    expect(base_infos).toEqual({ ...kept, short_name: 'M', website: 'https://meadow.example' })
    await browser.submit(page, { ...typed, short_name: '', region: 'CN' })
    expect(subject.base_infos).toMatchObject({ industry: 'fruit', short_name: '', region: 'CN' })
  })

  it('happy: an account is created with a role, and the list of members says so', async () => {
    const { browser, path } = await registered()
    plain.addBare(['/passport/org/user/create'])
    expect(await browser.mainAt(`${path}/members/new`)).not.toContain('/members/waiting')
    const made = await browser.submit(`${path}/members/new?by=email`, { email: 'bo@example.com', deputy_name: 'Bo' })
    expectRedirect(made, `${path}/members?notice=member_created`)
    expect((await browser.arrive(made.location ?? '')).status).toBe(200)
  })

  it.each([
    ['invitations/new?by=email', 'inviteByEmail', '/invitations?notice=invitation_sent'],
    ['freeze', 'freezeSubject', '?notice=organisation_frozen_now'],
  ] as const)('happy: the page %s works if %s answers without fields', async (page, name, landing) => {
    const { browser, path, subject } = await registered()
    plain.addBare(['/v1/bare'])
    const { paths } = env().accountApi
    Object.assign(env().accountApi, { paths: { ...paths, [name]: '/v1/bare' } })
    const fields = { email: 'bo@example.com', is_frozen: '1', subject_name: subject.subject_name }
    const { location, data } = await browser.submit(`${path}/${page}`, fields)
    Object.assign(env().accountApi, { paths })
    expect(location, JSON.stringify(data)).toBe(`${path}${landing}`)
  })

  it('happy: a role can have permissions that only the account API knows', async () => {
    const { browser, path } = await registered()
    expect((await browser.show(`${path}/roles/new`)).main).toContain('Climb ladders')
    const made = await goOn(browser, `${path}/roles/new`, { role_name: 'Gardener', permissions: 'ladder.climb' })
    expect(plain.state.subjects[0]?.roles).toMatchObject([{}, { role_name: 'Gardener', permissions: ['ladder.climb'] }])
    expect((await browser.show(made)).status).toBe(200)
  })

  it('happy: a role keeps a permission that no list contains when the role is changed', async () => {
    const { browser, path, subject } = await registered()
    subject.roles[0]?.permissions.push('barn.open')
    expect(await browser.mainAt(`${path}/roles/r1`)).toMatch(/<input[^>]*checked=""[^>]*value="barn.open"/)
    await goOn(browser, `${path}/roles/r1`, [
      ['role_name', 'Picker'],
      ['permissions', 'ladder.climb'],
      ['permissions', 'barn.open'],
    ])
    expect(subject.roles[0]?.permissions).toEqual(['ladder.climb', 'barn.open'])
  })

  it('security: a member who joins by an invitation opens no page that needs a permission, and is suspended', async () => {
    const { browser, path, subject } = await registered()
    const member = await joined(browser, path)
    for (const page of ['/invitations/new', '/roles', '/members'])
      expect((await member.show(`${path}${page}`)).status, page).toBe(403)
    expect([...subject.members.values()].map(({ deputy_name }) => deputy_name)).toEqual(['Ann', 'Bo'])
    expect((await browser.show(`${path}/members`)).main).toContain('Bo')
    const [, bo] = [...subject.members.values()]
    const page = `${path}/members/${bo?.identity_id}`
    expect((await browser.show(page)).status).toBe(200)
    await goOn(browser, `${path}/members/selected?act=freeze&member=${bo?.identity_id}`, [
      ['act', 'freeze'],
      ['member', bo?.identity_id ?? ''],
    ])
    expect(bo?.is_frozen).toBe(1)
  })

  it('happy: the manager hands the organisation over', async () => {
    const { browser, path, subject } = await registered()
    await joined(browser, path)
    const [ann, bo] = [...subject.members.values()]
    const asked = await goOn(browser, `${path}/manager`, { use_mobile: '1' })
    const proven = await goOn(browser, asked, { code })
    const chosen = await goOn(browser, proven, {
      identity_id: bo?.identity_id ?? '',
      subject_name: 'Orchard',
    })
    await goOn(browser, chosen, { code })
    expect(ann).toBeDefined()
    expect(plain.state.accounts.find(({ id }) => id === subject.manager)?.email).toBe('bo@example.com')
  })
})

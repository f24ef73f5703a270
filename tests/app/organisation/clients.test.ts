import { describe, expect, it } from 'vitest'
import * as change from '../../../app/routes/settings/organisations/$subject/applications/$client/change/route'
import * as disable from '../../../app/routes/settings/organisations/$subject/applications/$client/disable/route'
import * as icon from '../../../app/routes/settings/organisations/$subject/applications/$client/icon/route'
import * as remove from '../../../app/routes/settings/organisations/$subject/applications/$client/remove/route'
import * as one from '../../../app/routes/settings/organisations/$subject/applications/$client/route'
import * as secret from '../../../app/routes/settings/organisations/$subject/applications/$client/secret/route'
import * as create from '../../../app/routes/settings/organisations/$subject/applications/new/route'
import * as list from '../../../app/routes/settings/organisations/$subject/applications/route'
import { done, refuse } from '../../../contract/server'
import { actingAs, subjectId } from '../answers'
import { errorsAt, formOf, withFakeAccountApi } from '../browser'
import { askFor, mainOf } from '../page'
import { signedInBrowser } from '../person'
import { actAs } from './acting'

const fake = withFakeAccountApi()
const [day, home] = ['2026-01-02T03:04:05.000Z', `/settings/organisations/${subjectId}/applications`]
const key = 'a2345bcdefghijklmnop'
const inSubject = { params: { subject: subjectId } }
const thisOne = { params: { subject: subjectId, client: key } }
const named = { sec_subject_uid: subjectId, client_key: key }
const pattern = '/settings/organisations/:subject/applications'
const shownOnce = 'x'.repeat(43)

const application = {
  client_key: key,
  name: 'Ledger',
  icon: null,
  is_verified: false,
  is_confidential: true,
  redirect_uris: ['https://ledger.example/back'],
  post_logout_uris: [],
  logout_url: null,
  scopes: ['openid' as const, 'email' as const],
  created_at: day,
  disabled_since: null,
  disabled_by: null,
  secret_id: 'of the present one',
  previous_secret_until: null,
}
const issuer = 'https://account.example'
const info = (more: object = {}) => done({ client: { ...application, ...more }, issuer })

const typed = {
  name: ' Ledger ',
  redirect_uris: 'https://ledger.example/back\r\n\r\n https://ledger.example/other \r\n',
  post_logout_uris: '',
  logout_url: '',
  scopes: 'email',
}
const urls = ['https://ledger.example/back', 'https://ledger.example/other']
const facts = { name: 'Ledger', redirect_uris: urls, post_logout_uris: [], logout_url: '', scopes: ['email'] }

const browserOf = async (permissions: Parameters<typeof actAs>[1] = ['application.manage']) => {
  const browser = await signedInBrowser(fake)
  actAs(fake, permissions)
  return browser
}

describe('the applications of an organisation', () => {
  it('happy: one is registered, and the answer alone shows its secret', async () => {
    const browser = await browserOf()
    fake.answer('registerClient', done({ client: application, secret: shownOnce }))
    const landed = await askFor(browser, create, `${home}/new`, {
      fields: { ...typed, kind: 'confidential' },
      pattern: `${pattern}/new`,
    })
    expect(fake.inputsOf('registerClient')).toEqual([{ sec_subject_uid: subjectId, ...facts, is_confidential: 1 }])
    expect(landed.status).toBe(200)
    expect(landed.html).toContain(`<code>${shownOnce}</code>`)
    expect(landed.html).toContain(`<code>${key}</code>`)
    expect(landed.headers.get('cache-control')).toBe('no-store')
    expect(landed.headers.getSetCookie().join()).not.toContain(shownOnce)
    fake.answer('subjectClientInfo', info())
    const main = await mainOf(browser, one, `${home}/${key}`, { pattern: `${pattern}/:client` })
    expect(main).not.toContain(shownOnce)
    expect(main).toContain('Was shown once')
    expect(main).toContain(`<code>${issuer}</code>`)
  })

  it('error: a reload of the page with the secret says that it is shown once, and how to get another', async () => {
    const browser = await browserOf()
    fake.answer('registerClient', refuse('client_name_refused', { reason: 'taken' }))
    const landed = await browser.send(create, `${home}/new`, { ...typed, kind: 'confidential' }, inSubject)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'name')).toEqual([expect.stringContaining('its secret was shown once')])
    expect(formOf(landed).links).toEqual([{ path: home, text: 'Open the list of applications' }])
    expect(formOf(landed).initialValue).toMatchObject({ redirect_uris: typed.redirect_uris })
  })

  it('happy: one without a secret leads to its page', async () => {
    const browser = await browserOf()
    fake.answer('registerClient', done({ client: { ...application, is_confidential: false }, secret: null }))
    const landed = await browser.send(create, `${home}/new`, { ...typed, kind: 'public' }, inSubject)
    expect(landed.location).toBe(`${home}/${key}?notice=client_registered`)
    expect(fake.inputsOf('registerClient')).toMatchObject([{ is_confidential: 0 }])
  })

  it('error: every line with a wrong address is named as it was typed, and nothing is lost', async () => {
    const browser = await browserOf()
    const refused = [
      { field: 'redirect_uris' as const, line: 1, reason: 'not_https' as const },
      { field: 'redirect_uris' as const, line: 2, reason: 'spelling' as const, instead: 'https://b.example/' },
      { field: 'logout_url' as const, line: 1, reason: 'fragment' as const },
    ]
    fake.answer('updateClient', refuse('client_urls_refused', { refused }))
    const redirect_uris = '\r\nhttp://a.example/\r\n\r\nhttps://b.example'
    const sent = { ...typed, redirect_uris, logout_url: 'https://ledger.example/#out' }
    const landed = await browser.send(change, `${home}/${key}/change`, sent, thisOne)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, 'redirect_uris')).toEqual([
      'Line 2: the address has to begin with https:// (http:// only for localhost), and must not have a username; ' +
        'Line 4: the address has to be written like this: https://b.example/',
    ])
    expect(errorsAt(landed, 'logout_url')).toEqual(['The address must not have a #'])
    expect(formOf(landed).initialValue).toEqual({
      name: typed.name,
      redirect_uris,
      logout_url: sent.logout_url,
      scopes: 'email',
    })
  })

  it('error: more and longer addresses than any application has are refused by the account API, not by a limit of text', async () => {
    const browser = await browserOf()
    fake.answer(
      'updateClient',
      refuse('client_urls_refused', { refused: [{ field: 'redirect_uris', line: 21, reason: 'too_many' }] }),
    )
    const many = Array.from({ length: 30 }, (_, nth) => `https://ledger.example/${nth}`).join('\n')
    const sent = { ...typed, redirect_uris: many, post_logout_uris: `https://ledger.example/${'x'.repeat(3000)}` }
    const landed = await browser.send(change, `${home}/${key}/change`, sent, thisOne)
    expect(errorsAt(landed, 'redirect_uris')).toEqual(['There are more than 20 addresses'])
    const [input] = fake.inputsOf('updateClient')
    expect(input).toMatchObject({ redirect_uris: { length: 21 } })
    expect(String(input?.post_logout_uris)).toHaveLength(501)
  })

  it.each([
    ['name', { name: '' }, 'Enter a name'],
    ['name', { name: 'x'.repeat(61) }, 'at most 60\u00A0characters'],
    ['redirect_uris', { redirect_uris: 'https://a.example/\u0000' }, 'character'],
    ['kind', { kind: '' }, 'can keep a secret'],
  ])('error: a wrong %s is told at its field', async (field, wrong, text) => {
    const browser = await browserOf()
    const landed = await browser.send(create, `${home}/new`, { ...typed, kind: 'public', ...wrong }, inSubject)
    expect(landed.status).toBe(422)
    expect(errorsAt(landed, field)).toEqual([expect.stringContaining(text)])
    expect(fake.inputsOf('registerClient')).toEqual([])
  })

  it('happy: a new secret replaces the one that the form names, and is shown once', async () => {
    const browser = await browserOf()
    const after = { ...application, secret_id: 'of the new one', previous_secret_until: day }
    fake.answer('rotateClientSecret', done({ client: after, secret: shownOnce }))
    fake.answer('subjectClientInfo', info(after))
    const sent = { secret_id: application.secret_id }
    const landed = await askFor(browser, secret, `${home}/${key}/secret`, {
      fields: sent,
      pattern: `${pattern}/:client/secret`,
    })
    expect(fake.inputsOf('rotateClientSecret')).toEqual([{ ...named, ...sent }])
    expect(landed.html).toContain(`<code>${shownOnce}</code>`)
    expect(landed.headers.get('cache-control')).toBe('no-store')
  })

  it('security: a second click or a reload replaces nothing, and the form is about the secret of now', async () => {
    const browser = await browserOf()
    fake.answer('rotateClientSecret', refuse('client_secret_changed', {}))
    fake.answer('subjectClientInfo', info({ secret_id: 'of the new one', previous_secret_until: day }))
    const sent = { secret_id: application.secret_id }
    const landed = await askFor(browser, secret, `${home}/${key}/secret`, {
      fields: sent,
      pattern: `${pattern}/:client/secret`,
    })
    expect(landed.status).toBe(422)
    expect(landed.html).toContain('It is shown only once')
    expect(landed.html).toContain('value="of the new one"')
    expect(landed.html).not.toContain(application.secret_id)
    // Making another one ends the former one, so the way out comes first.
    expect(landed.html).toContain('button safe')
  })

  it('happy: the former secret is ended, the picture removed, the application disabled and removed', async () => {
    const browser = await browserOf()
    fake.answer('endClientSecret', done({ client: application }))
    const ended = await browser.send(secret, `${home}/${key}/secret`, { secret_id: 'x', end: 'x' }, thisOne)
    expect(ended.location).toBe(`${home}/${key}?notice=client_secret_ended`)
    fake.answer('removeClientIcon', done({ client: application }))
    const bare = await browser.send(icon, `${home}/${key}/icon`, { pic: new File([], ''), remove: 'x' }, thisOne)
    expect(bare.location).toBe(`${home}/${key}?notice=client_icon_removed`)
    fake.answer('disableClient', done({ client: application }))
    const stopped = await browser.send(disable, `${home}/${key}/disable`, { is_disabled: '1' }, thisOne)
    expect(stopped.location).toBe(`${home}/${key}?notice=client_disabled`)
    fake.answer('removeClient', refuse('no_client_of_subject', {}))
    const gone = await browser.send(remove, `${home}/${key}/remove`, {}, thisOne)
    expect(gone.location).toBe(`${home}?notice=client_removed`)
  })

  it('happy: a picture is sent, and no picture is refused at its field', async () => {
    const browser = await browserOf()
    const kept = { ...application, icon: 'icon-key' }
    fake.answer('uploadClientIcon', done({ client: kept }))
    const pic = new File([new Uint8Array([255, 0, 13])], 'icon.png')
    const saved = await browser.send(icon, `${home}/${key}/icon`, { pic }, thisOne)
    expect(saved.location).toBe(`${home}/${key}?notice=client_icon_saved`)
    expect(fake.inputsOf('uploadClientIcon')).toEqual([{ ...named, pic: new Uint8Array([255, 0, 13]) }])
    const without = await browser.send(icon, `${home}/${key}/icon`, {}, thisOne)
    expect(errorsAt(without, 'pic')).toEqual(['Choose a picture first'])
  })

  it('error: the key of no application of the organisation is a page that is gone', async () => {
    const browser = await browserOf()
    fake.answer('subjectClientInfo', refuse('no_client_of_subject', {}))
    for (const page of [one, change, icon, secret, disable, remove])
      expect((await browser.open(page, `${home}/${key}`, thisOne)).status).toBe(404)
  })

  it('security: a deputy without the permission sees none of the pages', async () => {
    const browser = await browserOf(['log.read', 'member.read'])
    for (const page of [list, create, one, change, icon, secret, disable, remove])
      expect((await browser.open(page, `${home}/${key}`, thisOne)).status).toBe(403)
    expect(fake.inputsOf('listSubjectClients')).toEqual([])
  })

  it('happy: while the organisation is frozen its manager reads, and nothing leads to a change', async () => {
    const browser = await signedInBrowser(fake)
    fake.answer('subjectInfo', actingAs({ frozen_by: 'manager' }))
    fake.answer('listSubjectClients', done({ clients: [application], most: 20, issuer }))
    fake.answer('subjectClientInfo', info())
    expect(await mainOf(browser, list, home, { pattern })).not.toContain(`${home}/new`)
    expect(await mainOf(browser, one, `${home}/${key}`, { pattern: `${pattern}/:client` })).not.toContain('/change')
    const landed = await browser.open(change, `${home}/${key}/change`, thisOne)
    expect(landed.location).toContain('notice=organisation_frozen')
  })

  it('security: an application that the operator has disabled offers no way to enable it', async () => {
    const browser = await browserOf()
    fake.answer('subjectClientInfo', info({ disabled_since: day, disabled_by: 'operator' }))
    const main = await mainOf(browser, one, `${home}/${key}`, { pattern: `${pattern}/:client` })
    expect(main).not.toContain('/disable')
    expect((await browser.open(disable, `${home}/${key}/disable`, thisOne)).status).toBe(403)
  })
})

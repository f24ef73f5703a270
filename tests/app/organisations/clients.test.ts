import { beforeEach, describe, expect, it } from 'vitest'
import { apiScope } from '#tests/app/authorisation/authorise'
import { actingAs, done, refuse, subjectId } from '#tests/app/browser/answers'
import { errorsAt, expectTexts, formOf, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { withActing } from './acting'
import { application } from './answers'

const fake = withFakeAccountApi()
const [day, home] = ['2026-01-02T03:04:05.000Z', `/settings/organisations/${subjectId}/applications`]
const key = application.client_key
const named = { sec_subject_uid: subjectId, client_key: key }
const shownOnce = 'x'.repeat(43)

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
const facts = {
  ...{ name: 'Ledger', redirect_uris: urls, post_logout_uris: [], logout_url: '', scopes: ['email'] },
  service_scopes: [] as string[],
}

const listed = (more: object = {}) => done({ clients: [], most: 20, issuer, offered_scopes: [apiScope], ...more })

const browser = withActing(fake, ['application.manage'])
beforeEach(() => fake.answer('listSubjectClients', listed()))

describe('the applications of an organisation', () => {
  it('happy: an application is registered, and only the answer shows its secret', async () => {
    fake.answer('registerClient', done({ client: application, secret: shownOnce }))
    const landed = await browser.show(`${home}/new`, { fields: { ...typed, kind: 'confidential' } })
    expect(fake.inputsOf('registerClient')).toEqual([
      { sec_subject_uid: subjectId, ...facts, requires_pkce: 1, is_confidential: 1 },
    ])
    expect(landed.status).toBe(200)
    expectTexts(landed.html, { shown: [`<code>${shownOnce}</code>`, `<code>${key}</code>`] })
    expect(landed.headers.get('cache-control')).toBe('no-store')
    expect(landed.headers.getSetCookie().join()).not.toContain(shownOnce)
    fake.answer('subjectClientInfo', info())
    const main = await browser.mainAt(`${home}/${key}`)
    expectTexts(main, { shown: ['Was shown once', `<code>${issuer}</code>`], hidden: [shownOnce] })
  })

  it('happy: a service account gets API scopes without people, and the list shows its owner and its expiry', async () => {
    const used = { registered_by: 'Ann', last_used_at: null, secret_expires_at: '2030-01-02T03:04:05.000Z' }
    const service = { ...application, ...used, redirect_uris: [], service_scopes: [apiScope] }
    fake.answer('registerClient', done({ client: service, secret: shownOnce }))
    expect((await browser.show(`${home}/new`)).main).toContain(apiScope.api.words.en)
    const fields = { name: 'Robot', service_scopes: apiScope.scope, kind: 'confidential' }
    await browser.submit(`${home}/new`, fields)
    expect(fake.inputsOf('registerClient')).toMatchObject([{ redirect_uris: [], service_scopes: [apiScope.scope] }])
    fake.answer('listSubjectClients', listed({ clients: [service] }))
    const line = 'Service account of Ann. Last used: not yet. Secret valid until 2'
    expect((await browser.show(home)).main).toContain(line)
    fake.answer('subjectClientInfo', info(service))
    expectTexts((await browser.show(`${home}/${key}`)).main, { shown: ['Owner', 'Ann', apiScope.api.words.en] })
  })

  it('error: a reload of the page with the secret says that it is shown once, and how to get another', async () => {
    fake.answer('registerClient', refuse('client_name_refused', { reason: 'taken' }))
    const landed = await browser.submit(`${home}/new`, { ...typed, kind: 'confidential' })
    expect(refusedAt(landed, 'name')).toEqual([expect.stringContaining('its secret was shown once')])
    expect(formOf(landed).links).toEqual([{ path: home, text: 'Open the list of applications' }])
    expect(formOf(landed).initialValue).toMatchObject({ redirect_uris: typed.redirect_uris })
  })

  it('happy: an application without a secret redirects to its page', async () => {
    fake.answer('registerClient', done({ client: { ...application, is_confidential: false }, secret: null }))
    const { location } = await browser.submit(`${home}/new`, { ...typed, kind: 'public' })
    expect(location).toBe(`${home}/${key}?notice=client_registered`)
    expect(fake.inputsOf('registerClient')).toMatchObject([{ is_confidential: 0 }])
  })

  it('happy: the tick “without PKCE” is kept, and only an application with a secret has it', async () => {
    fake.answer('subjectClientInfo', info({ requires_pkce: false }))
    expect((await browser.show(`${home}/${key}/change`)).html).toMatch(/name="without_pkce"[^>]* checked/)
    fake.answer('updateClient', done({ client: application }))
    await browser.submit(`${home}/${key}/change`, { ...typed, without_pkce: '1' })
    expect(fake.inputsOf('updateClient')).toEqual([{ ...named, ...facts, requires_pkce: 0 }])
    fake.answer('subjectClientInfo', info({ is_confidential: false }))
    expect((await browser.show(`${home}/${key}/change`)).html).not.toContain('without_pkce')
  })

  it('error: each line with an invalid address is named as typed, and nothing is lost', async () => {
    const refused = [
      { field: 'redirect_uris' as const, line: 1, reason: 'not_https' as const },
      { field: 'redirect_uris' as const, line: 2, reason: 'spelling' as const, instead: 'https://b.example/' },
      { field: 'logout_url' as const, line: 1, reason: 'not_public' as const },
    ]
    fake.answer('updateClient', refuse('client_urls_refused', { refused }))
    const redirect_uris = '\r\nhttp://a.example/\r\n\r\nhttps://b.example'
    const sent = { ...typed, redirect_uris, logout_url: 'https://10.0.0.1/out' }
    const landed = await browser.submit(`${home}/${key}/change`, sent)
    expect(refusedAt(landed, 'redirect_uris')).toEqual([
      'Line 2: the address has to begin with https:// (http:// only for localhost), and must not have a username; ' +
        'Line 4: the address has to be written like this: https://b.example/',
    ])
    expect(errorsAt(landed, 'logout_url')[0]).toContain('lead to a server on the internet')
    expect(formOf(landed).initialValue).toEqual({
      name: typed.name,
      redirect_uris,
      logout_url: sent.logout_url,
      scopes: 'email',
    })
  })

  it('error: too many or too long addresses are refused by the account API, not by a text limit', async () => {
    fake.answer(
      'updateClient',
      refuse('client_urls_refused', { refused: [{ field: 'redirect_uris', line: 21, reason: 'too_many' }] }),
    )
    const many = Array.from({ length: 30 }, (_, nth) => `https://ledger.example/${nth}`).join('\n')
    const sent = { ...typed, redirect_uris: many, post_logout_uris: `https://ledger.example/${'x'.repeat(3000)}` }
    const landed = await browser.submit(`${home}/${key}/change`, sent)
    expect(errorsAt(landed, 'redirect_uris')).toEqual(['There are more than 20 addresses'])
    const [input] = fake.inputsOf('updateClient')
    expect(input).toMatchObject({ redirect_uris: { length: 21 } })
    expect(String(input?.post_logout_uris)).toHaveLength(501)
  })

  it('happy: a new secret replaces the secret that the form names, and is shown once', async () => {
    const after = { ...application, secret_id: 'of the new one', previous_secret_until: day }
    fake.answers({ rotateClientSecret: done({ client: after, secret: shownOnce }), subjectClientInfo: info(after) })
    const sent = { secret_id: application.secret_id }
    const landed = await browser.show(`${home}/${key}/secret`, { fields: sent })
    expect(fake.inputsOf('rotateClientSecret')).toEqual([{ ...named, ...sent }])
    expect(landed.html).toContain(`<code>${shownOnce}</code>`)
    expect(landed.headers.get('cache-control')).toBe('no-store')
  })

  it('security: a second click or a reload replaces nothing, and the form names the current secret', async () => {
    fake.answer('rotateClientSecret', refuse('client_secret_changed', {}))
    fake.answer('subjectClientInfo', info({ secret_id: 'of the new one', previous_secret_until: day }))
    const sent = { secret_id: application.secret_id }
    const landed = await browser.show(`${home}/${key}/secret`, { fields: sent })
    expect(landed.status).toBe(422)
    expectTexts(landed.html, { shown: ['shown only once', 'value="of the new one"'], hidden: [application.secret_id] })
    // Making another one ends the former one, so the way out comes first.
    expect(landed.html).toContain('button safe')
  })

  it('happy: a picture can be uploaded', async () => {
    const kept = { ...application, icon: 'icon-key' }
    fake.answer('uploadClientIcon', done({ client: kept }))
    const pic = new File([new Uint8Array([255, 0, 13])], 'icon.png')
    const saved = await browser.submit(`${home}/${key}/icon`, { pic })
    expect(saved.location).toBe(`${home}/${key}?notice=client_icon_saved`)
    expect(fake.inputsOf('uploadClientIcon')).toEqual([{ ...named, pic: new Uint8Array([255, 0, 13]) }])
  })

  it('happy: while the organisation is suspended, its manager reads, and no link leads to a change', async () => {
    fake.answer('subjectInfo', actingAs({ frozen_by: 'manager' }))
    fake.answers({ listSubjectClients: done({ clients: [application], most: 20, issuer }), subjectClientInfo: info() })
    expect(await browser.mainAt(home)).not.toContain(`${home}/new`)
    expect(await browser.mainAt(`${home}/${key}`)).not.toContain('/change')
    expect((await browser.visit(`${home}/${key}/change`)).location).toContain('notice=organisation_frozen')
  })

  it('security: an application that the operator disabled cannot be enabled here', async () => {
    fake.answer('subjectClientInfo', info({ disabled_since: day, disabled_by: 'operator' }))
    expect(await browser.mainAt(`${home}/${key}`)).not.toContain('/disable')
    expect((await browser.visit(`${home}/${key}/disable`)).status).toBe(403)
  })
})

import { beforeAll, beforeEach, expect, it } from 'vitest'
import { formerSystem } from '#account-api/moving/former/former-system'
import { formerSystemFile } from '#settings/vendors/former-system'
import { accountOf } from '#tests/account-api/moving/people-files'
import { codeOf, describeWorlds, freshEmail, freshMobile } from '#tests/account-api/worlds/worlds'
import { runningHere } from '#tests/fixtures/hooks'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { startPlainUpstream } from '#tests/plain-upstream/server'

const password = 'a long walk'

describeWorlds('people imported by a sign-in at the former system itself on $name', (world) => {
  const former = runningHere(() => startPlainUpstream({ checksFormToken: true }))
  const folder = ownFolder('former-login')
  beforeAll(() => {
    const login = {
      ...{ key: 'k', form_token_cookie: 'xsrf', form_token_header: 'x-xsrf' },
      paths: { accountLoginV2: '/v1/login', accountInfo: '/v1/me' },
    }
    const described = { url: former.url, login, source: 'crm', until: '2999-01-01' }
    const file = folder.file('former.json', JSON.stringify(described))
    const settings = formerSystemFile.parse(file)
    if (settings) world.deployment.askFormer = formerSystem(settings, () => world.service)
  })
  beforeEach(() => former.reset())

  const signIn = (account: string, typed = password) => world.person().accountLoginV2({ account, password: typed })

  it('happy: the first sign-in imports the typed identifier and the profile, and later ones send no request', async () => {
    const email = freshEmail()
    former.add({ email, mobile: freshMobile(), password })
    expect(codeOf(await signIn(email, 'another'))).toBe('wrong_credentials')
    expect(await signIn(email)).toMatchObject({ ok: true })
    // The former system masks the mobile, so it does not come.
    const username = expect.stringMatching(/^person_u/)
    expect(await accountOf(world, 'email', email)).toMatchObject({ email, mobile: null, username })
    const asked = former.asked.length
    expect(await signIn(email)).toMatchObject({ ok: true })
    expect(former.asked).toHaveLength(asked)
  })

  it('error: if the former system needs a captcha or a second verification, the sign-in answers busy and imports nobody', async () => {
    const email = freshEmail()
    former.add({ email, password })
    for (const guard of [
      { error_code: 9, decision: { code: 3059 } },
      { error_code: 2046, sms_code_key: 'k9' },
    ]) {
      former.guard('/v1/login', guard)
      expect(codeOf(await signIn(email))).toBe('busy')
    }
    expect(await accountOf(world, 'email', email)).toBeUndefined()
  })

  it('happy: if the former system refuses to show the account, the typed identifier is imported', async () => {
    const mobile = freshMobile()
    former.add({ mobile, password })
    former.remove(['/v1/me'])
    expect(await signIn(mobile)).toMatchObject({ ok: true })
  })
})

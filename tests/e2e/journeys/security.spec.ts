import { createServer } from 'node:http'
import { expect, test } from '../journey'
import { expectPage, formTokenOn, open, send, whoAmI } from '../pages'
import { newMobile } from '../people'
import { registerByMobile, signOut } from '../roads'

const hostileNexts = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/.//evil.example/',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/%0d%0aset-cookie:x=1//',
  '/passport/web/logout',
]

test('security: next never leads away from us', async ({ page, t, code, pair }) => {
  const visitor = { page, t }
  const { mobile, password } = await registerByMobile(visitor, code)
  for (const next of hostileNexts) {
    await signOut(visitor)
    await open(visitor, 'signIn', { next })
    await send(visitor, 'signIn', { account: mobile, password })
    await expect(page).not.toHaveURL(/\/login(\?|$)/)
    expect(new URL(page.url()).origin).toBe(pair.url)
    await open(visitor, 'settings')
    await expectPage(visitor, 'settings')
  }
})

test('security: a changed session cookie is signed out, never an error', async ({ page, t, code, context }) => {
  const visitor = { page, t }
  await registerByMobile(visitor, code)
  const session = (await context.cookies()).find((cookie) => cookie.name.endsWith('butterfly_session'))
  if (!session) throw new Error('There is no session cookie')
  const { value } = session
  const flipped = (at: number) => value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1)
  const places = [0, 20, Math.floor(value.length / 2), value.length - 20, value.length - 1]
  for (const tampered of [...places.map(flipped), '', 'x', value.slice(1), `${value}A`]) {
    await context.addCookies([{ ...session, value: tampered }])
    await open(visitor, 'settings')
    await expectPage(visitor, 'signIn')
  }
  await context.addCookies([session])
  await open(visitor, 'settings')
  await expectPage(visitor, 'settings')
})

test('security: a session cookie in another browser signs nobody in', async ({
  page,
  t,
  code,
  context,
  browser,
  pair,
}) => {
  const visitor = { page, t }
  await registerByMobile(visitor, code)
  const session = (await context.cookies()).find((cookie) => cookie.name.endsWith('butterfly_session'))
  if (!session) throw new Error('There is no session cookie')
  const elsewhere = await browser.newContext({ baseURL: pair.url })
  await elsewhere.addCookies([session])
  const other = await elsewhere.newPage()
  await other.goto('/settings')
  expect(new URL(other.url()).pathname).toBe('/login')
  await elsewhere.close()
})

test('security: signing out ends the session for a copy of its cookies too', async ({ page, t, code, context }) => {
  const visitor = { page, t }
  await registerByMobile(visitor, code)
  const cookies = await context.cookies()
  await signOut(visitor)
  await context.clearCookies()
  await context.addCookies(cookies)
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
})

test('security: cookies can be read by no script and do not travel from other sites', async ({
  page,
  t,
  code,
  context,
}) => {
  await registerByMobile({ page, t }, code)
  const cookies = await context.cookies()
  expect(cookies.length).toBeGreaterThan(1)
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
})

test('security: a form on another site is refused with a page of ours', async ({ page, t, pair }) => {
  const foreign = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      `<form method="post" action="${pair.url}/login"><input name="account" value="x"><button>Go</button></form>`,
    )
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  const address = foreign.address()
  await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`)
  await page.getByRole('button', { name: 'Go' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('problem.origin.title'))
  await new Promise((resolve) => foreign.close(resolve))
})

test('security: a foreign or null Origin gets 403, whatever else is right', async ({ page, t, language }) => {
  await page.goto('/login')
  const form_token = await formTokenOn(page)
  for (const origin of ['https://evil.example', 'null']) {
    const form = { form_token, account: newMobile(), password: 'some password' }
    const answer = await page.request.post('/login', {
      form,
      headers: { origin, 'accept-language': language },
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(403)
    expect(await answer.text()).toContain(t('problem.origin.title'))
  }
})

test('error: without cookies a page says that they are needed', async ({ page, t, context }) => {
  const visitor = { page, t }
  await open(visitor, 'signIn')
  await context.clearCookies()
  await send(visitor, 'signIn', { account: 'ann', password: 'some password' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('problem.cookies.title'))
})

test('security: a form token that is missing or of another visit is refused, and the form comes back', async ({
  page,
  t,
  language,
  browser,
  pair,
}) => {
  const visitor = { page, t }
  const elsewhere = await browser.newContext({ baseURL: pair.url })
  const other = await elsewhere.newPage()
  await other.goto('/login')
  const foreignToken = await formTokenOn(other)
  await elsewhere.close()
  for (const form_token of [foreignToken, '', undefined]) {
    await open(visitor, 'signIn')
    const form = { account: 'ann', password: 'some password', ...(form_token === undefined ? {} : { form_token }) }
    const headers = { 'accept-language': language }
    const answer = await page.request.post('/login', { form, headers, maxRedirects: 0 })
    expect(answer.status()).toBe(403)
    const html = await answer.text()
    expect(html).toContain(t('form.token_refused'))
    expect(html).toContain('value="ann"')
    expect(html).not.toContain('some password')
  }
})

test('security: a page that was open while somebody signed in changes nothing when it is sent', async ({
  page,
  t,
  code,
  context,
}) => {
  const visitor = { page, t }
  const { mobile, password } = await registerByMobile(visitor, code)
  await signOut(visitor)
  const old = { page: await context.newPage(), t }
  await open(old, 'signIn')
  await registerByMobile(visitor, code)
  const { username } = await whoAmI(visitor)
  await send(old, 'signIn', { account: mobile, password })
  expect((await whoAmI(old)).username).toBe(username)
})

test('security: a link from elsewhere asks before it signs out, a form of ours does not', async ({ page, t, code }) => {
  const visitor = { page, t }
  await registerByMobile(visitor, code)
  await page.goto('/passport/web/logout')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('logout.title'))
  await open(visitor, 'settings')
  await expectPage(visitor, 'settings')
  await page.goto('/passport/web/logout')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('logout.submit') })
    .click()
  await expectPage(visitor, 'signIn')
  await open(visitor, 'settings')
  await expectPage(visitor, 'signIn')
})

test('error: bad bytes get a page, never a failure of ours', async ({ page }) => {
  await page.goto('/login')
  const form_token = await formTokenOn(page)
  const type = 'application/x-www-form-urlencoded'
  const post = (path: string, data: string, contentType = type) =>
    page.request.post(path, { data: Buffer.from(data), headers: { 'content-type': contentType }, maxRedirects: 0 })
  const cases: [path: string, body: string, status: number, contentType?: string][] = [
    ['/login', `form_token=${form_token}&account=a%00b&password=x`, 422],
    ['/login/email', `form_token=${form_token}&email=a%40b.co%0d%0abcc%3Ax%40y.co`, 422],
    ['/login/email', `form_token=${form_token}&email=a%40b.co&email=c%40d.co`, 422],
    ['/login', `form_token=${form_token}&account=${'x'.repeat(60_000)}&password=x`, 422],
    ['/login', `form_token=${form_token}&account=${'x'.repeat(1_000_000)}`, 413],
    ['/login', `form_token=${form_token}&account[a].b=1&__proto__=2&password=`, 422],
    ['/login', `form_token=${form_token}&account=%ff%fe&password=%e0%a4`, 422],
  ]
  for (const [path, body, status, contentType] of cases) {
    const answer = await post(path, body, contentType)
    expect({ body: body.slice(0, 90), status: answer.status() }).toEqual({ body: body.slice(0, 90), status })
    expect(await answer.text()).toContain(`<title>`)
  }
  for (const contentType of [
    'application/json',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
  ]) {
    const answer = await post('/login', '{"account":1}', contentType)
    expect(answer.status()).toBeGreaterThanOrEqual(400)
    expect(answer.status()).toBeLessThan(500)
  }
})

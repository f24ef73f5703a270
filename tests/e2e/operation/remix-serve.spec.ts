import { readFileSync } from 'node:fs'
import { expect, bareTest as test } from '#tests/e2e/journey'
import { registerByMobile, signInByPassword } from '#tests/e2e/roads'
import { buttonOf, errorsOf, expectFlash, open } from '#tests/e2e/steps/pages'
import { textsOf } from '#tests/e2e/texts'
import { codeOf, outboxOffice } from '#tests/fixtures/messages/post-office'
import { photo } from '#tests/fixtures/pictures/picture-files'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startProgram } from '#tests/fixtures/programs/program'
import { root, startAccountApi } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

test('happy: the same build serves pages, forms and uploads under remix-serve', async ({ browser }) => {
  const folder = temporaryFolder('remix-serve')
  const api = await startAccountApi({ DATA_DIR: folder.path })
  const port = await freePort()
  const url = `http://localhost:${port}`
  const serve = startProgram(process.execPath, ['node_modules/.bin/remix-serve', 'build/server/index.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: folder.path,
      ACCOUNT_API_URL: `http://127.0.0.1:${api.port}`,
    },
  })
  const response = await eventually('remix-serve to answer', () => fetch(`${url}/login?lng=en`))
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('name="account"')
  expect(html).toContain('name="form_token"')
  expect((await fetch(`${url}/__manifest?p=%2Flogin&version=1`)).status).toBe(404)

  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'alive', version })
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' })
  const foreign = await fetch(`${url}/login?lng=en`, {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'account=ann',
  })
  expect(foreign.status).toBe(403)
  expect(await foreign.text()).toContain(textsOf('en')('problem.origin.title'))

  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', javaScriptEnabled: false })
  const office = outboxOffice(api.port)
  const code = (to: string, nth?: number) => codeOf(office, to, nth)
  const visitor = { page: await context.newPage(), t: textsOf('en'), code }
  await signInByPassword(visitor, 'nobody', 'not the password')
  expect(await errorsOf(visitor)).toEqual([visitor.t('error.wrong_credentials')])

  // It brings classes of its own for forms and files.
  await registerByMobile(visitor)
  await open(visitor, 'avatar')
  const field = visitor.page.getByLabel(visitor.t('field.pic.label'), { exact: true })
  await field.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo.jpeg() })
  await buttonOf(visitor, 'avatar').click()
  await expectFlash(visitor, 'avatar_changed')

  await context.close()
  await serve.stop()
  await api.stop()
  folder.remove()
})

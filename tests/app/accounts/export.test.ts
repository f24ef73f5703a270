import { expect, test } from 'vitest'
import { done, infoOf, refuse, ticket } from '#tests/app/browser/answers'
import { withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const it = test.extend('browser', () => asked())
const path = '/settings/export'
const filePath = '/settings/export/file'
const copy = { exported_at: '2026-01-02T03:04:05.000Z', data: { accounts: [{ id: '1', name: '蝶 </script>' }] } }

/** A browser in which the person has just requested the copy. */
const asked = async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', done(infoOf()))
  expect(await browser.submit(path)).toMatchObject({ status: 303, location: filePath })
  return browser
}

const stale = () =>
  refuse('second_verification_required', { sms_code_key: ticket, ways: [{ way: 'password', masked: '' }] })

it('happy: the form leads to the file with the copy, which no cache stores', async ({ browser }) => {
  fake.answer('exportData', done(copy))
  const { status, headers, data } = await browser.visit(filePath)
  expect(status).toBe(200)
  expect(data).toEqual(copy)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="butterfly-account.json"',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

it('error: if the proof is too old when the file is requested, the file redirects to the page', async ({ browser }) => {
  fake.answer('exportData', stale())
  expect(await browser.visit(filePath)).toMatchObject({ status: 303, location: path })
})

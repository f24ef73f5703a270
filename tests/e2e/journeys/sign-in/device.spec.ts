import * as oidc from 'openid-client'
import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { signInOnTheWay } from '#tests/e2e/roads'
import { send } from '#tests/e2e/steps/pages'
import type { Pair } from '#tests/fixtures/programs/pair'
import { operateOn } from '#tests/fixtures/programs/sibling'

// On servers with an unmoved clock, because clients compare the times of tokens with the machine's.
test.use({ settings: {} })

/** An application for devices, and what it shows to its person. */
const beginOnDevice = async (pair: Pair) => {
  const key = `terminal-${Date.now()}-${process.pid}`
  await operateOn(pair, 'client', 'add-public', key, `${pair.url}/never`, 'Orchard')
  await operateOn(pair, 'client', 'device', key, 'yes')
  const execute = [oidc.allowInsecureRequests]
  const config = await oidc.discovery(new URL(pair.url), key, undefined, oidc.None(), { execute })
  const shown = await oidc.initiateDeviceAuthorization(config, { scope: 'openid profile' })
  return { config, shown }
}

test('happy: a terminal shows a code; a person types it elsewhere, and agrees', async ({ visitor, pair }) => {
  const { page, t, accounts } = visitor
  const { mobile, password } = await accounts.withMobile()
  const { config, shown } = await beginOnDevice(pair)
  const tokens = oidc.pollDeviceAuthorizationGrant(config, shown)

  await page.goto(shown.verification_uri)
  await send(visitor, 'device', { user_code: shown.user_code.toLowerCase() })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('device.asks', { name: 'Orchard' }))
  await expect(page.getByRole('main')).toContainText(shown.user_code)
  await press(visitor, 'device.go_on')
  await signInOnTheWay(visitor, mobile, password)
  await press(visitor, 'authorise.agree')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('device.done.title'))

  const told = await oidc.fetchUserInfo(config, (await tokens).access_token, (await tokens).claims()?.sub ?? '')
  expect(told).toHaveProperty('preferred_username')
  await page.goto(shown.verification_uri_complete ?? '')
  await press(visitor, 'device.submit')
  await expect(page.getByText(t('error.no_such_user_code')).first()).toBeVisible()
})

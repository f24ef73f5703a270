import type { z } from 'zod'
import type { Calls } from '#contract/calls'

const client = { client_key: 'orchard', name: 'Orchard', icon: null, is_verified: true, owner: null }

/** What the code of a device leads to. */
export const deviceInfo: z.input<Calls['openDeviceInfo']['output']> = {
  client,
  person: { username: 'ann' },
  expires_at: '2030-01-02T03:04:05.000Z',
}

/** The request of a device, begun in a browser. */
export const deviceRequest: NonNullable<z.input<Calls['openDeviceBegin']['output']>['request']> = {
  request_uid: 'a-request-of-a-device-01',
  browser_key: 'key-of-the-page',
  resume_key: 'key-to-go-on',
  resume_path: '/oidc/device/a-request-of-a-device-01',
  expires_at: '2030-01-02T03:04:05.000Z',
}

/** What an application asks that wants a person to sign out. */
export const signOutInfo: z.input<Calls['openSignOutInfo']['output']> = {
  client,
  person: { username: 'ann' },
  is_for_other: false,
  returns_to: 'https://orchard.example/signed-out?state=7',
  asks_before_leaving: false,
}

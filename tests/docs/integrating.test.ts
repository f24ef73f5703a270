import { expect, it } from 'vitest'
import { lifetimes } from '#account-api/applications/protocol/configuration'
import { read } from './documents'

const seconds: Record<string, number> = { '60 seconds': 60, '10 minutes': 600, 'an hour': 3600, '30 days': 30 * 86_400 }

it('happy: the lifetimes of tokens in the guide match the protocol', () => {
  const rows = [...read('docs/integrators/integrating.md').matchAll(/^\| ([\w ,]+) \| (\w+ \w+)/gm)]
  const told = rows.flatMap(([, names = '', time = '']) => {
    const lasts = seconds[time]
    return lasts === undefined ? [] : names.split(', ').map((name) => [name, lasts] as const)
  })
  expect(Object.fromEntries(told)).toEqual({
    code: lifetimes.AuthorizationCode,
    'device code': lifetimes.DeviceCode,
    'access token': lifetimes.AccessToken,
    'ID token': lifetimes.IdToken,
    'refresh token': lifetimes.RefreshToken,
  })
})

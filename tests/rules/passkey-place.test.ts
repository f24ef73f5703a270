import { expect, it } from 'vitest'
import { passkeyPlaceOf } from '#rules/passkey-place'

it.each([
  ['https://accounts.example.com', 'accounts.example.com'],
  ['https://accounts.example.com:8443', 'accounts.example.com'],
  ['http://localhost:3000', 'localhost'],
  ['http://shop.localhost:3000', 'shop.localhost'],
])('happy: passkeys of %s belong to the host %s, and to this origin alone', (url, rpId) => {
  expect(passkeyPlaceOf(url)).toEqual({ rpId, origin: url })
})

it.each(['http://accounts.example.com', 'http://127.0.0.1:3000', 'https://192.0.2.1', 'https://[::1]:3000'])(
  'error: browsers offer no passkeys at %s',
  (url) => expect(passkeyPlaceOf(url)).toBeUndefined(),
)

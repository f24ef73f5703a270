import { expect, it } from 'vitest'
import { readPostgresUrl } from '#settings/postgres-url'

const place = { host: 'h', user: 'u', database: 'd' }

it.each([
  ['postgres://h', { host: 'h' }],
  ['postgresql://u:p@h:5433/d', { ...place, password: 'p', port: '5433' }],
  ['postgres://u:50%off@h/d', { ...place, password: '50%off' }],
  ['postgres://u:a%2Fb%40c@h/d', { ...place, password: 'a/b@c' }],
  ['postgres://u:a@b:c@h/d', { ...place, password: 'a@b:c' }],
  ['postgres://u@/d?host=/run/postgresql', { ...place, host: '/run/postgresql' }],
  ['postgres:///d?host=h&user=u&password=a+b', { ...place, password: 'a+b' }],
  ['postgres://u@%2Frun%2Fpostgresql/d', { ...place, host: '/run/postgresql' }],
  ['postgres://u@[::1]:5432/d', { ...place, host: '::1', port: '5432' }],
])('happy: the address %s is read', (url, read) => expect(readPostgresUrl(url)).toEqual({ ...read, parameters: {} }))

it.each([
  ['sslmode=disable', 'off'],
  ['ssl=0', 'off'],
  ['sslmode=no-verify', 'unverified'],
  ['uselibpqcompat=true&sslmode=require', 'unverified'],
  ['uselibpqcompat=true&sslmode=require&sslrootcert=ca.pem', 'authority'],
  ['uselibpqcompat=true&sslmode=verify-ca&sslrootcert=ca.pem', 'authority'],
  ['sslmode=require', 'full'],
  ['sslmode=verify-full&sslrootcert=system', 'full'],
  ['ssl=true', 'full'],
  ['application_name=x', undefined],
])('happy: with %s, the server is verified as far as “%s”', (query, tls) => {
  expect(readPostgresUrl(`postgres://h/d?${query}`).tls).toBe(tls)
})

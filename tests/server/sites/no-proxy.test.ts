import { afterAll, beforeAll, expect, it } from 'vitest'
import { operate } from '#tests/account-api/applications/services/services'
import { startWithAccountApi } from '#tests/server/with-account-api'
import { AtSite } from './site'

// A web app that trusts a proxy at another address than the one that asks here.
const { world, web, stop } = await startWithAccountApi({ TRUST_PROXY: '203.0.113.1' })
const wiki = 'wiki.example.com'
beforeAll(async () => {
  await operate(world, 'site', 'add', 'wiki', `https://${wiki}`, 'everyone', 'Wiki')
  await operate(world, 'site', 'add', 'near', 'http://localhost:8080', 'everyone', 'Near')
})
afterAll(stop)

it('security: X-Forwarded-Host and -Proto count only from a proxy in TRUST_PROXY', async () => {
  const answer = await new AtSite(web, wiki).ask()
  expect([answer.status, answer.headers.location]).toEqual([403, undefined])
})

it('happy: without these headers, the requested host counts', async () => {
  const answer = await new AtSite(web, 'evil.example').ask({}, { host: 'localhost:8080' })
  expect([answer.status, answer.headers.location]).toEqual([401, 'http://localhost:8080/.butterfly/start?to=%2F'])
})

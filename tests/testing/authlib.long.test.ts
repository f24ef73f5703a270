import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it, vi } from 'vitest'
import { runningHere } from '#tests/fixtures/hooks'
import { freePort } from '#tests/fixtures/programs/free-port'
import { serve } from '#tests/fixtures/programs/loopback'
import { startProgram } from '#tests/fixtures/programs/program'
import { pathOf } from '#tests/fixtures/programs/sample'
import { root } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { next, resource, startTokenDeployment } from './token-deployment'

// Each flow of tokens, by a library of another language, at a deployment that runs: Authlib, as Debian has it.
type Answer = { ok: Record<string, unknown> & { access_token: string; url: string } } | { error: string }

vi.setConfig({ hookTimeout: 120_000 })
const at = runningHere(() => {
  pathOf('authlib')
  return startTokenDeployment()
})
const python = spawn('/usr/bin/python3', [join(root, 'tests/testing/authlib-flows.py')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const lines = createInterface(python.stdout)[Symbol.asyncIterator]()

/** Has the program of Authlib do something. */
const ask = async (command: string, fields: object = {}): Promise<Answer> => {
  python.stdin.write(`${JSON.stringify({ command, issuer: at.url, ...fields })}\n`)
  return JSON.parse((await lines.next()).value ?? '{"error":"it has ended"}')
}
const done = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked)
  if ('error' in answer) throw new Error(`${asked[0]}: ${answer.error}`)
  return answer.ok
}

afterAll(() => void python.kill())

it('happy: a machine gets an API token by a secret; the API reads, introspects and revokes it', async () => {
  const { access_token: token } = await done('machine', { client: at.robot, resource })
  expect(await done('read', { token, resource })).toMatchObject({ sub: 'robot', scope: 'read', typ: 'at+jwt' })
  const told = () => done('introspect', { client: at.trees, token })
  expect(await told()).toMatchObject({ active: true, client_id: 'robot', aud: resource })
  expect(await done('revoke', { client: at.robot, token })).toEqual({ status: 200 })
  expect(await told()).toEqual({ active: false })
  expect(await ask('machine', { client: at.robot, resource: next })).toEqual({ error: 'invalid_target' })
})

it('happy: a machine authenticates by a key, and its token is bound to the key', async () => {
  await at.operate('client keys robot file', await done('keys'))
  await at.operate('client auth robot keys')
  await at.operate('client dpop robot required')
  const client = { id: 'robot', keys: true }
  expect(await ask('machine', { client, resource })).toEqual({ error: 'invalid_grant' })
  const { access_token: token } = await done('machine', { client, resource, bound: true })
  expect(await done('introspect', { client: at.trees, token })).toMatchObject({ token_type: 'DPoP' })
})

it.each(['plain', 'pushed', 'signed'])('happy: a person agrees to a %s request, and is identified', async (way) => {
  if (way === 'signed') await at.operate('client keys party file', await done('keys'))
  const more = { acr_values: 'urn:butterfly:acr:first-factor', max_age: '3600' }
  const claims = JSON.stringify({ id_token: { preferred_username: null } })
  const { url } = await done('begin', { client: at.party, scope: 'openid profile', way, more: { ...more, claims } })
  const tokens = await done('finish', { back: await at.agree(url), bound: way === 'pushed' })
  expect(tokens).toMatchObject({
    claims: { acr: 'urn:butterfly:acr:first-factor', preferred_username: expect.any(String), amr: expect.any(Array) },
    token_type: way === 'pushed' ? 'DPoP' : 'Bearer',
  })
  if (way !== 'pushed') return
  // The header of the proof comes through the web app.
  expect(await done('userinfo', { token: tokens.access_token })).toHaveProperty('preferred_username')
})

it('happy: a person lets an application call an API, which calls the next one for them', async () => {
  const more = { resource, prompt: 'consent' }
  const { url } = await done('begin', { client: at.party, scope: 'openid read offline_access', more })
  expect((await at.ann.robot.open(url)).text).toContain('See trees')
  const tokens = await done('finish', { back: await at.agree(url), resource })
  const { sub } = await done('read', { token: tokens.access_token, resource })
  const renewed = await done('refresh', { client: at.party, token: tokens.refresh_token, resource })
  const got = await done('exchange', { client: at.trees, token: renewed.access_token, resource: next })
  expect(got).toMatchObject({ scope: 'read', issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' })
  const token = got.access_token
  expect(await done('read', { token, resource: next })).toMatchObject({ sub, act: { sub: 'trees-api' } })
  expect(await done('introspect', { client: at.ledger, token })).toMatchObject({ active: true })
  expect(await ask('exchange', { client: at.ledger, token: renewed.access_token, resource: next })).toHaveProperty(
    'error',
  )
})

it('happy: an application gets signals about its person, which the documented receiver takes and Authlib verifies', async () => {
  const PORT = String(await freePort())
  const env = { PATH: process.env.PATH, ISSUER: at.url, CLIENT: 'party', BEARER: 'let-me-in', PORT }
  const example = startProgram(process.execPath, [`${root}/examples/signal-receiver/main.mjs`], { env })
  await eventually('the example', () => example.said().includes('takes signals') || undefined)
  const [sets, answers]: [string[], number[]] = [[], []]
  const listening = await serve(async (request, response) => {
    const [body, { authorization = '' }] = [await text(request), request.headers]
    const answer = await fetch(`http://127.0.0.1:${PORT}`, { method: 'POST', body, headers: { authorization } })
    sets.push(body)
    answers.push(answer.status)
    response.writeHead(answer.status).end()
  })
  await at.operate(`client signals party ${listening.url}/ --bearer let-me-in`)
  const begun = await done('begin', { client: at.party, scope: 'openid' })
  const { claims } = await done('finish', { back: await at.agree(begun.url) })
  const { sub, sid } = claims as { sub: string; sid: string }
  await at.operate(`users end-sessions ${sub} --reason tested`)
  await eventually('the signal', () => sets.length > 0 || undefined)
  expect(await done('signal', { token: sets[0], client: 'party' })).toMatchObject({
    typ: 'secevent+jwt',
    sub_id: { user: { iss: at.url, sub }, session: { id: sid } },
    events: { 'https://schemas.openid.net/secevent/caep/event-type/session-revoked': expect.any(Object) },
  })
  expect(await ask('signal', { token: sets[0], client: 'robot' })).toHaveProperty('error')
  await eventually('the answer', () => answers.includes(202) || undefined)
  expect(example.said()).toContain(`end session ${sid} of ${sub}`)
  await listening.stop()
  await example.stop()
})

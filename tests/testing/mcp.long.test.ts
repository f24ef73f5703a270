import { createServer } from 'node:https'
import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { runningHere } from '#tests/fixtures/hooks'
import { selfSigned } from '#tests/fixtures/network/self-signed'
import { freePort } from '#tests/fixtures/programs/free-port'
import { listenOnLoopback, serve, stopServer } from '#tests/fixtures/programs/loopback'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { startProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { start } from '../../testing/deployment/start'
import { operator } from './token-deployment'

// The server of examples/mcp-server, and a client that knows its address alone, by the official SDK of MCP.
const documents = createServer(selfSigned, (_, response) =>
  response.end(JSON.stringify({ client_id: clientMetadataUrl, ...metadata() })),
)
const metadata = () => ({
  client_name: 'Notebook',
  redirect_uris: ['http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
})
vi.setConfig({ hookTimeout: 120_000 })
const folder = ownFolder('mcp')
const place = runningHere(() => serve((_, response) => response.end('<p>Back</p>')))
let clientMetadataUrl: string
beforeAll(async () => {
  clientMetadataUrl = `https://localhost:${await listenOnLoopback(documents)}/client.json`
})
afterAll(() => stopServer(documents))
const butterfly = runningHere(() => {
  const certificate = folder.file('ca.pem', selfSigned.cert)
  return start({ environment: { CLIENT_ID_METADATA_DOCUMENTS: 'draft-02', NODE_EXTRA_CA_CERTS: certificate } })
})
let resource: string
runningHere(async () => {
  resource = `http://127.0.0.1:${await freePort()}/mcp`
  const operate = operator(butterfly)
  await operate(`api add orchard ${resource} Orchard`)
  await operate('api scopes orchard file', { 'trees.read': 'See trees' })
  await operate('api tokens orchard jwt 600')
  await operate('api documents orchard trees.read')
  const env = { PATH: process.env.PATH, ISSUER: butterfly.url, RESOURCE: resource }
  const example = startProgram(process.execPath, [`${root}/examples/mcp-server/main.mjs`], { env })
  await eventually('the example', () => fetch(resource))
  return example
})

/** A client that keeps nothing but what the flow gives it. */
class Keeping implements OAuthClientProvider {
  readonly redirectUrl = `${place.url}/callback`
  readonly clientMetadata = metadata()
  readonly clientMetadataUrl = clientMetadataUrl
  information: OAuthClientInformationMixed | undefined
  got: OAuthTokens | undefined
  verifier = ''
  sentTo: URL | undefined
  clientInformation = () => this.information
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.information = information
  }
  tokens = () => this.got
  saveTokens = (tokens: OAuthTokens) => {
    this.got = tokens
  }
  redirectToAuthorization = (url: URL) => {
    this.sentTo = url
  }
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier
  }
  codeVerifier = () => this.verifier
}

it('happy: a client that nobody registered finds the issuer, asks a person, and calls a tool of the MCP server', async () => {
  const keeping = new Keeping()
  const transport = () => new StreamableHTTPClientTransport(new URL(resource), { authProvider: keeping })
  const first = transport()
  await expect(new Client({ name: 'notebook', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError)
  const person = await butterfly.person()
  const page = await person.robot.open(String(keeping.sentTo))
  expect(page.text).toContain(new URL(clientMetadataUrl).host)
  expect(page.text).toContain('See trees')
  const left = await person.robot.send({}, { button: 'Agree' })
  await first.finishAuth(new URL(left.url).searchParams.get('code') ?? '')
  const client = new Client({ name: 'notebook', version: '1' })
  await client.connect(transport())
  expect((await client.listTools()).tools).toMatchObject([{ name: 'trees' }])
  expect(await client.callTool({ name: 'trees' })).toMatchObject({
    content: [{ text: expect.stringContaining('apple, pear') }],
  })
  expect(keeping.information).toMatchObject({ client_id: clientMetadataUrl })
  await client.close()
})

it('security: the MCP server refuses a token of another API, and one that nobody signed', async () => {
  const call = (token: string) => fetch(resource, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  const refused = await call('eyJhbGciOiJub25lIn0.e30.')
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining('resource_metadata='),
  ])
})

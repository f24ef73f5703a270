// An MCP server whose tokens Butterfly issues. One command runs it, in a clone of the repository:
//
//   ISSUER=http://localhost:3000 RESOURCE=http://127.0.0.1:8082/mcp node examples/mcp-server/main.mjs
//
// A client that knows only RESOURCE finds the rest on its own: this server names the issuer (RFC 9728), and the issuer lets
// a client describe itself, so nobody registers it.
import { createServer } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createRemoteJWKSet, jwtVerify } from 'jose'

const { ISSUER = 'http://localhost:3000', RESOURCE = 'http://127.0.0.1:8082/mcp' } = process.env
const scope = 'trees.read'
const { pathname: mcpPath, port } = new URL(RESOURCE)
const metadataPath = `/.well-known/oauth-protected-resource${mcpPath}`
const metadata = { resource: RESOURCE, authorization_servers: [ISSUER], scopes_supported: [scope] }

const discovered = await (await fetch(`${ISSUER}/.well-known/openid-configuration`)).json()
const keys = createRemoteJWKSet(new URL(discovered.jwks_uri))

/** The tools that the server offers to the person of a token. */
const serverFor = (claims) => {
  const server = new McpServer({ name: 'orchard', version: '1.0.0' })
  server.registerTool('trees', { description: 'Lists the trees of the person' }, () => ({
    content: [{ type: 'text', text: `The trees of ${claims.sub}: apple, pear` }],
  }))
  return server
}

const refuse = (response, status, more = {}) => {
  const told = { ...more, resource_metadata: new URL(metadataPath, RESOURCE).href }
  const challenge = Object.entries(told).map(([name, value]) => `${name}="${value}"`)
  response.writeHead(status, { 'www-authenticate': `Bearer ${challenge.join(', ')}` }).end()
}

/** The claims of a token if it is valid and for this server. */
const claimsIn = async ({ headers }) => {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (token === undefined) return undefined
  const rules = { issuer: ISSUER, audience: RESOURCE, algorithms: ['ES256'], typ: 'at+jwt' }
  const { payload } = await jwtVerify(token, keys, rules)
  // A bound token needs its proof, which this server does not read.
  if (payload.cnf) throw new Error('bound')
  return payload
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, RESOURCE)
  if (pathname === metadataPath)
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
  if (pathname !== mcpPath) return response.writeHead(404).end()
  const claims = await claimsIn(request).catch(() => 'refused')
  if (claims === undefined) return refuse(response, 401, { scope })
  if (claims === 'refused') return refuse(response, 401, { error: 'invalid_token' })
  if (!claims.scope?.split(' ').includes(scope)) return refuse(response, 403, { error: 'insufficient_scope', scope })
  // A transport without sessions answers each request on its own.
  const transport = new StreamableHTTPServerTransport({})
  response.on('close', () => transport.close())
  await serverFor(claims).connect(transport)
  await transport.handleRequest(request, response)
}).listen(Number(port), '127.0.0.1')

// The measure of all costs: node:http, one handler, and the bytes of a page of ours as they went over the wire.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { headers, body } = JSON.parse(readFileSync(process.env.BARE_ANSWER, 'utf8'))
const bytes = Buffer.from(body, 'base64')
createServer((_, response) => response.writeHead(200, headers).end(bytes)).listen(Number(process.env.PORT), '127.0.0.1')

import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'

/** Forwards a request to a program on this machine, and returns its answer, both unchanged. */
export const handOn = (port: number, request: IncomingMessage, response: ServerResponse): void => {
  const { method, url, headers } = request
  const asked = ask({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    answer.pipe(response)
  })
  // Either side may disconnect at any time; then the other side is disconnected too.
  asked.once('error', () => response.destroy())
  response.once('close', () => asked.destroy())
  request.pipe(asked)
}

import { Agent, request } from 'node:http'

/** One request that is sent many times. */
export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** The status of every response. */
  status: number
}

const send = ({ url, method = 'GET', headers, body, status }: Load, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (answer) => {
      answer.resume()
      answer.once('error', reject)
      answer.once('end', () => {
        if (answer.statusCode === status) resolve()
        else reject(new Error(`${method} ${url} answered ${answer.statusCode}`))
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })

/**
 * Sends a request `times` times over `connections` that stay open.
 * @param load the request, or a function that gives the next one
 */
export const drive = async (load: Load | (() => Load), times: number, { connections = 8 } = {}): Promise<void> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = times
  const work = async () => {
    while (left > 0) {
      left -= 1
      await send(typeof load === 'function' ? load() : load, agent)
    }
  }
  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
}

/** The response on the wire: headers in order, and the encoded body. */
export const answerOf = ({ url, headers }: Load): Promise<{ headers: string[]; body: Buffer }> =>
  new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('end', () => resolve({ headers: answer.rawHeaders, body: Buffer.concat(chunks) }))
    })
      .once('error', reject)
      .end()
  })

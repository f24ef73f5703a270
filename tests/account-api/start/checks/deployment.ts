import { mkdirSync, readdirSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcp, type Socket } from 'node:net'
import { configCheck } from '#account-api/start/checks/config-check'
import { startDnsServer } from '#tests/fixtures/messages/dns-server'
import { startMailbox } from '#tests/fixtures/messages/mailbox'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'

/** A server that accepts connections and sends nothing. */
export const startSilent = async () => {
  const open = new Set<Socket>()
  const server = createTcp((socket) => open.add(socket.on('error', () => undefined)))
  const port = await listenOnLoopback(server)
  const stop = async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { port, stop }
}

/** Every server that a deployment’s settings name, on this machine, with the environment that names them. */
export const startSurroundings = async () => {
  const folder = temporaryFolder('config-check')
  const dataDir = folder.at('data')
  mkdirSync(dataDir, { mode: 0o700 })
  const mailbox = await startMailbox()
  const dns = await startDnsServer()
  const gateway = await startSilent()
  let answer: RequestListener = () => undefined
  const web = createServer((request, response) => answer(request, response))
  const port = await listenOnLoopback(web)
  const environment: Record<string, string> = {
    ...{ DATA_DIR: dataDir, DNS_SERVERS: dns.address, SMTP_URL: mailbox.url },
    SMS_WEBHOOK_URL: `http://127.0.0.1:${gateway.port}/sms`,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  }
  return {
    ...{ folder, dataDir, mailbox, dns, environment },
    /** Answers as the web app does at /healthz. */
    reset: () => {
      answer = (_request, response) => response.setHeader('content-type', 'application/json').end('{"status":"alive"}')
      dns.mood = 'answers'
    },
    /** Makes PUBLIC_URL answer differently. */
    answerBy: (other: RequestListener) => {
      answer = other
    },
    files: () => readdirSync(dataDir),
    /** Checks the deployment with some variables changed. */
    check: (
      changed: Record<string, string | undefined> = {},
      options: Partial<Parameters<typeof configCheck>[1]> = {},
    ) => configCheck({ ...environment, ...changed }, { isOffline: false, ...options }),
    stop: async () => {
      await Promise.all([mailbox.stop(), dns.stop(), gateway.stop(), stopServer(web)])
      folder.remove()
    },
  }
}

/** The lines of a report about one setting. */
export const about = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.split(/ +/)[1] === name)

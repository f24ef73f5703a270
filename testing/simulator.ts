#!/usr/bin/env node
// `npx butterfly-simulator`: an OpenID provider for the tests of an application, which signs people in automatically.
import { parseArgs } from 'node:util'
import { startSimulator } from './simulator/server'

const usage = `butterfly-simulator [--port 4400] [--butterfly /path/to/it]
An OpenID provider for tests. GET /config shows who is signed in and for which client, POST /config changes it,
POST /reset goes back to the start. BUTTERFLY_HOME names the folder of Butterfly, where --butterfly does not.
`

const run = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4400' },
      butterfly: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(usage)
    return
  }
  const { url, stop } = await startSimulator({ port: Number(values.port), butterfly: values.butterfly })
  process.stdout.write(`An OpenID provider for tests is at ${url}, and its configuration at ${url}/config\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)))
}

run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})

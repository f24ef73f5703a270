// `npm run dev -- --people`: makes people in the local deployment that has just been started, and prints how to sign
// in.
import { setTimeout } from 'node:timers/promises'
import { createPrivately } from '#settings/files/private-files'
import { secretFile } from '#settings/files/secret-file'
import { BadEnvironment } from '#settings/settings'
import { readEnv } from '~/runtime/env.server'
import { makePeople, NotMade, organisation, people } from './people'

/**
 * Long enough to resist guessing, short enough to type. It is generated because others on the network may reach the
 * pages.
 */
const passwordLength = 16
const passwordFile = 'people-password'

const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

const untilReady = async (baseUrl: string): Promise<void> => {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await isReady(baseUrl)) return
    await setTimeout(200)
  }
  throw new NotMade('The account API does not get ready.')
}

const run = async (): Promise<void> => {
  const env = readEnv(process.env)
  if (env.deployment !== 'local') throw new NotMade('People are made with DEPLOYMENT=local alone: nobody was made.')
  if (!env.accountApi.embedded) throw new NotMade('ACCOUNT_API_URL has to be unset: nobody was made.')
  const { url: baseUrl, aid } = env.accountApi
  await untilReady(baseUrl)
  const password = secretFile(env.dataDir, passwordFile).slice(0, passwordLength)
  await makePeople({ baseUrl, application: { aid, key: env.accountApi.key() } }, password)
  const lines = people.map(({ name, email, is }) => `  ${email.padEnd(22)}${name}, ${is} of ${organisation}`)
  process.stdout.write(
    `Sign in at ${new URL('/login', env.publicUrl)} as\n${lines.join('\n')}\nEach has the password ${password}\n`,
  )
}

createPrivately()
try {
  await run()
} catch (error) {
  if (!(error instanceof BadEnvironment || error instanceof NotMade)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

import { join } from 'node:path'
import { expect, it } from 'vitest'
import { organisation, signIn } from '#bench/people/people'
import type { Client } from '#contract/client'
import { secretFile } from '#settings/files/secret-file'
import { runningHere } from '#tests/fixtures/hooks'
import { freePort } from '#tests/fixtures/programs/free-port'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram, startProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'

const folder = ownFolder('people')
let env: Record<string, string | undefined>

/** What `npm run dev -- --people` says of the people in the end. */
const told = /^Sign in at (\S+) as\n((?: {2}\S+@.*\n){3})Each has the password (\S+)\n/m

const dev = runningHere(async () => {
  const [port, apiPort] = [String(await freePort()), String(await freePort())]
  env = { PATH: process.env.PATH, DATA_DIR: folder.path, PORT: port, ACCOUNT_API_PORT: apiPort }
  return startProgram(process.execPath, [join(root, 'scripts/dev.mjs'), '--people'], { cwd: root, env })
})

const makeAgain = (more: Record<string, string>) =>
  runProgram(process.execPath, [join(root, 'scripts/people.mjs')], { cwd: root, env: { ...env, ...more } })

const saysHow = () => eventually('the people', () => told.exec(dev.said()) ?? undefined, { seconds: 60 })

/** The members of the one organisation that somebody has a place in: their names, and whether they have a role. */
const membersSeenBy = async (client: Client) => {
  const listed = await client.listSubjects({ page: 1, page_size: 20 })
  const [subject, ...others] = listed.ok ? listed.data.subjects : []
  expect([subject?.subject_name, others]).toEqual([organisation, []])
  const { sec_subject_uid = '' } = subject ?? {}
  const answer = await client.listIdentities({ sec_subject_uid, page: 1, page_size: 20 })
  if (!answer.ok) return answer.code
  const { members } = answer.data
  return members
    .map(({ is_manager, roles }) => (is_manager ? 'manager' : roles.map(({ role_key }) => role_key).join()))
    .sort()
}

it('happy: the people sign in as documented, and a second run does not create them again', async () => {
  const [said, url, , password = ''] = await saysHow()
  expect(url).toBe(`http://localhost:${env.PORT}/login`)
  expect(await makeAgain({})).toEqual({ ended: 0, said })
  const application = { aid: 'butterfly', key: secretFile(folder.path, 'account-api-key') }
  const place = { baseUrl: `http://127.0.0.1:${env.ACCOUNT_API_PORT}`, application }
  const seen = []
  for (const name of ['ann', 'ben', 'cleo'])
    seen.push(await membersSeenBy(await signIn(place, `${name}@people.example`, password)))
  const all = ['', 'administrator', 'manager']
  expect(seen).toEqual([all, all, 'permission_required'])
})

it.each([
  ['DEPLOYMENT is production', 'People are made with DEPLOYMENT=local alone: nobody was made.\n'],
  ['the account API is another one', 'ACCOUNT_API_URL has to be unset: nobody was made.\n'],
])('security: if %s, nobody is created', async (what, said) => {
  await saysHow()
  const key = 'k'.repeat(32)
  const production = {
    ...{ DEPLOYMENT: 'production', PUBLIC_URL: 'https://accounts.example.com', SMTP_URL: 'smtp://127.0.0.1:1' },
    ...{ SESSION_SECRETS: key, ACCOUNT_API_KEY: key },
  }
  const elsewhere = { ACCOUNT_API_URL: `http://127.0.0.1:${env.ACCOUNT_API_PORT}` }
  const given = what.startsWith('DEPLOYMENT') ? production : elsewhere
  expect(await makeAgain(given)).toEqual({ ended: 1, said })
})

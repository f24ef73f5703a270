import { clockEnvironmentIn } from '../../fixtures/clock'
import { accountApiKey } from '../../fixtures/pair'
import { runProgram } from '../../fixtures/program'
import { root } from '../../fixtures/server'
import { signedInWithEmail } from '../accounts'
import { expect, test } from '../journey'
import { open } from '../pages'
import { newUsername } from '../people'
import { chooseUsername, enter, signOut } from '../roads'

test.use({ javaScriptEnabled: false })

test('happy: a pending name is found and approved on the command line, and signs in', async ({ visitor, pair }) => {
  const { page } = visitor
  const admin = async (...words: string[]): Promise<string> => {
    const { ended, said } = await runProgram('npm', ['run', '--silent', 'admin', '--', ...words], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATA_DIR: pair.dataDir,
        ACCOUNT_API_KEY: accountApiKey,
        ACCOUNT_API_PORT: String(pair.accountApiPort),
        ...clockEnvironmentIn(pair.dataDir),
      },
    })
    expect(ended, said).toBe(0)
    return said
  }
  const { email, password } = await signedInWithEmail(visitor)
  const username = await chooseUsername(visitor, `support.${newUsername()}`)

  const waiting = (await admin('names')).split('\n').find((line) => line.includes(username))
  const [userId = ''] = (waiting ?? '').split('\t')
  expect(await admin('names', 'approve', userId)).toContain(username)

  await expect.poll(async () => (await pair.office.textsTo(email)).join('\n')).toContain(username)
  await open(visitor, 'settings')
  await expect(page.getByText(username, { exact: true })).toBeVisible()
  await signOut(visitor)
  await enter(visitor, username, password)
})

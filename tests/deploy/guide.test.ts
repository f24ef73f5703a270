import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { read } from '#tests/docs/documents'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { deployed, ofTheOperator, strangersIn } from './programs'

const guide = read('docs/operators/deploying.md')
/** The guides that name files of `deploy`. */
const guides = ['deploying', 'audit-log', 'backup', 'runbook']
  .map((name) => read(`docs/operators/${name}.md`))
  .join('\n')
const folder = ownFolder('guide')

it('happy: the guides name each file at the place where it is used', () => {
  const files = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
  const paths = files.flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length)] : [],
  )
  expect(paths.length).toBeGreaterThan(8)
  // What an operator makes there.
  const ours = paths.filter((path) => !/^deploy\/(\.env$|certificate\/)/.test(path))
  expect(ours.filter((path) => !guides.includes(`](../../${path})`))).toEqual([])
})

/** Runs a block of the guide below our folder. Answers the files that it writes to. */
const runBlock = async (block: string): Promise<string[]> => {
  const [, script = ''] = new RegExp(`<!-- tested: ${block} -->\n\`\`\`sh\n([^]*?)\`\`\``).exec(guide) ?? []
  const paths = [...script.matchAll(/^cat >>? (\S+) <<END$/gm)].map(([, path = '']) => path)
  for (const path of paths) mkdirSync(join(folder.path, dirname(path)), { recursive: true })
  const here = script.replaceAll('/etc/', './etc/')
  expect(await runProgram('sh', ['-ec', here], { cwd: folder.path })).toEqual({ ended: 0, said: '' })
  return paths
}

/** The variables in the file that a block of the guide makes, or adds to. */
const madeBy = async (block: string): Promise<Record<string, string>> => {
  const [path = ''] = await runBlock(block)
  const lines = readFileSync(folder.at(path), 'utf8').trim().split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
      return [name, value.replace(/^'(.*)'$/, '$1')]
    }),
  )
}

it('happy: one machine needs only the settings that the guide creates', async () => {
  const made = { ...(await madeBy('settings of one machine')), DEPLOYMENT: 'production' }
  for (const program of ['web', 'account-api'] as const)
    expect(deployed[program].read(made)).toMatchObject({ DEPLOYMENT: 'production' })
  expect(Object.keys(made)).toEqual(expect.arrayContaining(Object.keys(ofTheOperator)))
})

it('happy: the settings of the desk, as the guide adds them, open it at one copy', async () => {
  await madeBy('settings of one machine')
  const made = { ...(await madeBy('settings of the desk')), DEPLOYMENT: 'production' }
  expect(deployed.web.read({ ...made, PORT: '3002' }).DESK_PORT).toBeUndefined()
  const unit = readFileSync(folder.at('etc/systemd/system/butterfly-web@3001.service.d/desk.conf'), 'utf8')
  const [, DESK_PORT = ''] = /^Environment=DESK_PORT=(\d+)$/m.exec(unit) ?? []
  const desk = deployed.web.read({ ...made, PORT: '3001', DESK_PORT })
  expect(read('deploy/nginx/desk.conf')).toContain(`server 127.0.0.1:${desk.DESK_PORT};`)
  expect(read('deploy/nginx/desk.conf')).toContain(`server_name ${desk.DESK_URL?.host};`)
})

it('happy: the account API can read the settings that the guide creates', async () => {
  const made = { ...(await madeBy('settings of the account API')), DEPLOYMENT: 'production' }
  expect(deployed['account-api'].read(made)).toMatchObject({ DEPLOYMENT: 'production' })
  expect(strangersIn('account-api', made)).toEqual([])
})

it('happy: the guide creates each variable that compose needs', async () => {
  const asked = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name)
  expect(Object.keys(await madeBy('settings of compose')).sort()).toEqual([...new Set(asked)].sort())
})

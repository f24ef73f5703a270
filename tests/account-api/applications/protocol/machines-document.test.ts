import { expect, it } from 'vitest'
import { operateWith } from '#tests/account-api/applications/services/services'
import { read } from '#tests/docs/documents'
import { apisOf, bytesOf, keyPair } from './apis'
import { describeProtocolWorlds } from './protocol-world'

/** The words of a command, as a shell reads them. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

describeProtocolWorlds('the examples of docs/integrators/machines.md, on $name', (world) => {
  const { did } = apisOf(world)

  it('happy: each documented command runs, and each documented request is answered', async () => {
    const text = read('docs/integrators/machines.md')
    const secrets: Record<string, string> = {}
    const files: Record<string, object> = {
      'trees.json': { 'trees.read': 'See trees', 'trees.cut': { en: 'Cut trees', 'zh-Hans': '砍树' } },
      'robot-keys.json': { keys: [(await keyPair()).jwk] },
    }
    // What the document takes to be there.
    await did('client', 'add', 'orchard', 'https://orchard.example/back', 'Orchard')
    await did('api', 'add', 'ledger', 'https://ledger.orchard.example/', 'Orchard ledger')
    await operateWith(world, ['api', 'scopes', 'ledger', 'f'], bytesOf({ 'trees.read': 'See trees' }))

    let token = ''
    const post = async (fields: string, key: string) => {
      const body = new URLSearchParams(fields.replaceAll('$TOKEN', token))
      const authorization = `Basic ${Buffer.from(`${key}:${secrets[key]}`).toString('base64')}`
      const at = body.has('token') ? '/oidc/token/introspection' : '/oidc/token'
      const answer = await fetch(world.baseUrl + at, { method: 'POST', body, headers: { authorization } })
      expect(answer.status, fields).toBe(200)
      return answer.json() as Promise<{ access_token?: string; active?: boolean }>
    }
    const run = async (line: string): Promise<void> => {
      const words = wordsOf(line.replace(/\s+#.*$/, ''))
      const file = files[words.at(-1) ?? '']
      const said = await operateWith(world, words, file && bytesOf(file))
      expect(said, line).toMatchObject({ ok: true })
      if (words[1] === 'add-machine') secrets[words[2] ?? ''] = said.text.split(' ').at(-1) ?? ''
    }
    const ask = async (command: string): Promise<void> => {
      const key = /-u "([\w-]+):/.exec(command)?.[1] ?? ''
      const fields = [...command.matchAll(/-d (\S+)/g)].map(([, field = '']) => field.replaceAll('"', ''))
      const { access_token, active } = await post(fields.join('&'), key)
      if (access_token === undefined) expect(active).toBe(true)
      else token = access_token
    }
    const [commands, requests] = [/^npm run admin -- (?!client profile)(.+)$/, /^curl /]
    for (const block of text.matchAll(/```sh\n(.*?)```/gs))
      for (const line of (block[1] ?? '').replaceAll('\\\n', ' ').split('\n')) {
        const command = commands.exec(line)?.[1]
        if (command !== undefined) await run(command)
        if (requests.test(line)) await ask(line)
      }
    expect(Object.keys(secrets)).toEqual(['robot', 'trees-api'])
    expect(token).toMatch(/\S{20}/)
  })
})

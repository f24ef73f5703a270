import { secretFile } from '#settings/files/secret-file'
import { serve } from '#tests/fixtures/programs/loopback'
import { operateAt } from '#tests/fixtures/programs/operate-at'
import { type Butterfly, start } from '../../testing/deployment/start'

export const resource = 'https://trees.orchard.example/v1'
export const next = 'https://ledger.orchard.example/v1'

/** Runs commands of the operator. The last word of one is a placeholder for the file, if there is one. */
export const operator =
  ({ folder, accountApiUrl }: Butterfly) =>
  (line: string, file?: object): Promise<string> => {
    const application = { aid: 'butterfly', key: secretFile(folder, 'account-api-key') }
    return operateAt(accountApiUrl, application, line.split(' '), file && Buffer.from(JSON.stringify(file)))
  }

const secretIn = (text: string): string => text.split(' ').at(-1) ?? ''

/**
 * A deployment that runs, with two APIs, the clients that get tokens for them, and a person. The client as which the
 * first API asks may exchange its tokens for those of the second one.
 */
export const startTokenDeployment = async () => {
  const butterfly = await start()
  const back = await serve((_, response) => response.end('<p>Back</p>'))
  const redirect_uri = `${back.url}/back`
  const operate = operator(butterfly)
  const addMachine = async (id: string) => ({ id, secret: secretIn(await operate(`client add-machine ${id} Service`)) })
  const addApi = async (id: string, identifier: string) => {
    await operate(`api add ${id} ${identifier} Orchard`)
    await operate(`api scopes ${id} file`, { read: 'See trees', cut: 'Cut trees' })
    await operate(`api tokens ${id} jwt 600`)
    const asker = await addMachine(`${id}-api`)
    await operate(`api client ${id} ${asker.id}`)
    return asker
  }
  const [trees, ledger, robot] = [
    await addApi('trees', resource),
    await addApi('ledger', next),
    await addMachine('robot'),
  ]
  const party = { id: 'party', secret: secretIn(await operate(`client add party ${redirect_uri} Party`)), redirect_uri }
  for (const line of [
    'api machine trees robot read',
    'client scopes party openid,profile,offline_access',
    'api people trees party read,cut',
    'api refresh trees yes',
    'api exchange ledger trees-api read',
  ])
    await operate(line)
  const ann = await butterfly.person()
  return {
    ...{ url: butterfly.url, trees, ledger, robot, party, ann, operate },
    /** Has the person agree, and says where their browser ends up. */
    agree: async (url: string): Promise<string> => {
      const page = await ann.robot.open(url)
      if (!page.url.startsWith(redirect_uri)) await ann.robot.send({}, { button: 'Agree' })
      return ann.robot.page.url
    },
    stop: () => Promise.all([back.stop(), butterfly.stop()]),
  }
}

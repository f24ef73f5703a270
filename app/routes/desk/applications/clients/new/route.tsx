import type { PageHandle } from '~/document/page-handle'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { addClient, clientFormLimits, clientsPath } from '~/routes/desk/applications/clients/client-acts'
import { AddedClient } from '~/routes/desk/applications/clients/shown-secrets'
import { requireOperator } from '~/runtime/operator.server'

// Registers a client. The answer to the form shows its secret, once.
export const handle: PageHandle = { title: 'act.addClient.title', form: clientFormLimits }

export const loader = async (args: LoaderFunctionArgs) => reply(await requireOperator(args, addClient.call))

export const action = actAction(addClient)

export default function AddClient() {
  return (
    <ActPage
      act={addClient}
      shown={(data, input) => <AddedClient data={data} input={input} />}
      back={{ path: clientsPath, text: 'desk.registered.back' }}
    />
  )
}

import type { PageHandle } from '~/document/page-handle'
import { deskData } from '~/features/desk/desk-data.server'
import { ActLinks } from '~/features/desk/desk-links'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { clientActs, clientPath, clientsPath, uselessFor } from '~/routes/desk/applications/clients/client-acts'
import { ClientFacts } from '~/routes/desk/applications/clients/client-facts'
import { requireOperator } from '~/runtime/operator.server'
import { BackLink } from '~/ui/back-link'
import { FlashMessage } from '~/ui/flash-message'

// The page of a client for an operator, with links to its acts.
export const handle: PageHandle = {
  title: 'desk.applications.clients',
  named: (data) => (data as { client: { name: string } }).client.name,
}

export const loader = async (args: LoaderFunctionArgs) => {
  const client = await deskData(args, 'showClient', { client_key: args.params.client ?? '' })
  const { scopes } = await requireOperator(args, 'showClient')
  return reply({ client, scopes, notice: flashOf(args.request) })
}

export default function Client() {
  const { client, scopes, notice } = useLoaderData<typeof loader>()
  const path = clientPath({ client: client.client_key })
  return (
    <>
      <h1>
        <bdi>{client.name}</bdi>
      </h1>
      <FlashMessage notice={notice} />
      <ClientFacts client={client} />
      <ActLinks acts={clientActs} path={path} without={uselessFor(client)} scopes={scopes} />
      <BackLink path={clientsPath} text="clients.back" />
    </>
  )
}

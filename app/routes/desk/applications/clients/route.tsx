import type { PageHandle } from '~/document/page-handle'
import { deskData } from '~/features/desk/desk-data.server'
import { DeskList } from '~/features/desk/desk-list'
import { TextField } from '~/forms/fields/fields'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { Button } from '~/ui/button'
import { clientsPath } from './client-acts'
import { useClientState } from './client-state'

// The applications that request authorisation from people: those of the operator, or of an organisation.
export const handle: PageHandle = { title: 'desk.applications.clients' }

export const loader = async (args: LoaderFunctionArgs) => {
  const organisation = new URL(args.request.url).searchParams.get('organisation')?.trim() ?? ''
  const input = organisation === '' ? {} : { sec_subject_uid: organisation }
  return reply({ ...(await deskData(args, 'listClients', input)), organisation, notice: flashOf(args.request) })
}

export default function Clients() {
  const stateOf = useClientState()
  const { clients, organisation, notice } = useLoaderData<typeof loader>()
  return (
    <DeskList
      title="desk.applications.clients"
      lead={organisation === '' ? 'desk.applications.about_clients' : 'desk.clients.of_organisation'}
      none="desk.clients.none"
      notice={notice}
      add={{ path: `${clientsPath}/new`, call: 'addClient' }}
      after={
        <form action={clientsPath} className="filter">
          <TextField
            field={{ name: 'organisation', value: organisation, values: [], error: undefined }}
            label="desk.clients.organisation"
            hint="desk.clients.organisation_hint"
            autoComplete="off"
            maxLength={64}
          />
          <Button text="desk.clients.list_these" quiet />
        </form>
      }
      back={{ path: '/desk/applications', text: 'desk.applications.back' }}
      rows={clients.map((client) => ({
        id: client.client_key,
        name: client.name,
        path: `${clientsPath}/${client.client_key}`,
        facts: { 'clients.client_id': { copied: client.client_key }, 'clients.state': stateOf(client) },
      }))}
    />
  )
}

import type { ReactNode } from 'react'
import type { ClientShown } from '#contract/operator/clients-calls'
import type { PageHandle } from '~/document/page-handle'
import { type AnyAct, actAt, titleOfAct } from '~/features/desk/act'
import { requireActAt, runAct } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { deskData } from '~/features/desk/desk-data.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { changeClient, clientActs, clientFormLimits, clientPath } from '~/routes/desk/applications/clients/client-acts'
import { ClientFacts } from '~/routes/desk/applications/clients/client-facts'
import { Explained, ExplainedClaims } from '~/routes/desk/applications/clients/explained'
import { RotatedSecret } from '~/routes/desk/applications/clients/shown-secrets'
import type { Args } from '~/runtime/load-context'

// An operator's act on a client.
export const handle: PageHandle = { title: titleOfAct(clientActs), form: clientFormLimits }

const clientIn = (args: Args) => deskData(args, 'showClient', { client_key: args.params.client ?? '' })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireActAt(args, clientActs)
  return reply({ client: await clientIn(args), params: args.params })
}

export const action = async (args: ActionFunctionArgs) => {
  const one = await requireActAt(args, clientActs)
  return runAct(args, one.call === 'changeClient' ? changeClient(await clientIn(args)) : one)
}

export default function ClientAct() {
  const { client, params } = useLoaderData<typeof loader>()
  const named = actAt(clientActs, params)
  if (!named) return null
  const one: AnyAct = named.call === 'changeClient' ? changeClient(client) : named
  return (
    <ActPage
      act={one}
      values={{ name: client.name }}
      about={one.isDanger && <ClientFacts client={client} />}
      defaults={defaultsOf(client)}
      shown={(data, input) => shownOf(one, { data, input, path: clientPath(params) })}
      back={{ path: clientPath(params), text: one.isDanger ? 'desk.registered.keep' : 'clients.back_to_one' }}
    />
  )
}

const shownOf = (
  { call }: AnyAct,
  { data, input, path }: { data: never; input: Readonly<Record<string, unknown>>; path: string },
): ReactNode => {
  if (call === 'explainClient') return <Explained data={data} path={path} />
  if (call === 'explainClientClaims') return <ExplainedClaims data={data} path={path} />
  return <RotatedSecret data={data} input={input} />
}

/** The initial values in the forms of a client's acts. */
const defaultsOf = (client: ClientShown): Record<string, string | string[]> => {
  const ticked = (isSo: boolean) => (isSo ? '1' : '')
  return {
    name: client.name,
    redirect_uris: client.redirect_uris.join('\n'),
    post_logout_uris: client.post_logout_uris.join('\n'),
    app_schemes: client.app_schemes.join('\n'),
    logout_url: client.logout_url ?? '',
    scopes: client.scopes,
    is_first_party: ticked(client.is_first_party),
    requires_pkce: ticked(client.requires_pkce),
    requires_par: ticked(client.requires_par),
    has_device_grant: ticked(client.has_device_grant),
    id_token_alg: client.id_token_alg,
    is_verified: ticked(client.is_verified),
    rules: client.claims ? JSON.stringify(client.claims, null, 2) : '',
  }
}

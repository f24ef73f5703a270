import type { PageHandle } from '~/document/page-handle'
import { actAt, titleOfAct } from '~/features/desk/act'
import { actsAction, requireActAt } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { organisationAtDesk } from '~/features/desk/desk-paths'
import { type LoaderFunctionArgs, reply, useLoaderData, useParams } from '~/framework'
import { organisationOf } from '~/routes/desk/organisations/$organisation/organisation.server'
import { OrganisationFacts } from '~/routes/desk/organisations/$organisation/organisation-facts'
import { organisationActs } from '~/routes/desk/organisations/organisation-acts'

// One act on an organisation.
export const handle: PageHandle = {
  title: titleOfAct(organisationActs),
  named: (data) => (data as { organisation: { name: string } }).organisation.name,
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireActAt(args, organisationActs)
  return reply({ organisation: await organisationOf(args) })
}

export const action = actsAction(organisationActs)

export default function OrganisationAct() {
  const { organisation } = useLoaderData<typeof loader>()
  const one = actAt(organisationActs, useParams())
  if (!one) return null
  return (
    <ActPage
      act={one}
      about={<OrganisationFacts organisation={organisation} />}
      // The initial name is the current one. No other act has such a field.
      defaults={{ name: organisation.name }}
      back={{ path: organisationAtDesk(organisation.sec_subject_uid), text: 'deskOrganisations.back' }}
    />
  )
}

import { mayMakeNamed } from '#contract/operator/operator-calls'
import type { PageHandle } from '~/document/page-handle'
import { ActLinks } from '~/features/desk/desk-links'
import { organisationAtDesk } from '~/features/desk/desk-paths'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { organisationActs } from '~/routes/desk/organisations/organisation-acts'
import { requireOperator } from '~/runtime/operator.server'
import { BackLink } from '~/ui/back-link'
import { FlashMessage } from '~/ui/flash-message'
import { organisationOf } from './organisation.server'
import { OrganisationFacts } from './organisation-facts'

// An organisation, as an operator sees it.
export const handle: PageHandle = {
  title: 'deskOrganisations.title',
  named: (data) => (data as { organisation: { name: string } }).organisation.name,
}

export const loader = async (args: LoaderFunctionArgs) => {
  const { scopes } = await requireOperator(args, 'showOrganisation')
  return reply({ organisation: await organisationOf(args), scopes, notice: flashOf(args.request) })
}

export default function Organisation() {
  const { organisation, scopes, notice } = useLoaderData<typeof loader>()
  const isSuspended = organisation.frozen_by === 'operator'
  return (
    <>
      <h1>
        <bdi>{organisation.name}</bdi>
      </h1>
      <FlashMessage notice={notice} />
      <OrganisationFacts organisation={organisation} opensManager={mayMakeNamed(scopes, 'showUser')} />
      <ActLinks
        acts={organisationActs}
        path={organisationAtDesk(organisation.sec_subject_uid)}
        scopes={scopes}
        without={[isSuspended ? 'freeze' : 'unfreeze']}
      />
      <BackLink path="/desk/organisations" text="deskOrganisations.back_to_search" />
    </>
  )
}

import type { PageHandle } from '~/document/page-handle'
import { actAction } from '~/features/desk/act.server'
import { ActPage } from '~/features/desk/act-page'
import { type LoaderFunctionArgs, reply } from '~/framework'
import { releaseOthers } from '~/routes/desk/people/person-acts'
import { requireOperator } from '~/runtime/operator.server'

// Ends the waiting times of an address or a client address, with or without an account.
export const handle: PageHandle = { title: 'act.releaseLimits.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireOperator(args, 'releaseLimits')
  return reply({})
}

export const action = actAction(releaseOthers)

export default function ReleaseLimits() {
  return <ActPage act={releaseOthers} back={{ path: '/desk/people', text: 'deskPerson.back_to_search' }} />
}

import type { PageHandle } from '~/document/page-handle'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { activateChosen, loadPlaces } from '~/routes/account-help/activate/activate.server'
import { ActivationChoice } from '~/routes/account-help/activate/activation-pages'

// Activation, step 3: which of the organisations that know this number the person joins.
export const handle: PageHandle = { title: 'activate.choose_title' }

export const loader = (args: LoaderFunctionArgs) => loadPlaces(args, 'mobile')

export const action = (args: ActionFunctionArgs) => activateChosen(args, 'mobile')

export default function ActivateChosenMobile() {
  return <ActivationChoice {...useLoaderData<typeof loader>()} />
}

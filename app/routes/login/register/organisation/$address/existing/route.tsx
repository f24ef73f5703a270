import type { PageHandle } from '~/document/page-handle'
import { addressKindOf } from '~/features/addresses/address-kind'
import { continueSignIn } from '~/features/sign-in/continue-sign-in.server'
import { registerOrganisation } from '~/flows/organisations/register-organisation.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/returning/return-address'
import { loadExisting } from '~/routes/login/register/existing.server'
import { ExistingAccount } from '~/routes/login/register/existing-account'

// Registration with an organisation, step 4: the address has an account, which may create the organisation.
export const handle: PageHandle = { title: (params) => `register.existing.title_${addressKindOf({ params })}` }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  return loadExisting(kind, await registerOrganisation.require(args, `${kind}_existing`))
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const { subject_name, deputy_name, ...step } = await registerOrganisation.require(args, `${kind}_existing`)
  const create = `/settings/organisations/new?${new URLSearchParams({ subject_name, deputy_name })}`
  return continueSignIn(args, kind, { ...step, finish: () => step.finish(create) })
}

export default function ExistingForOrganisation() {
  const otherwise = { [againAt('/login/register/organisation')]: 'register.organisation.change' }
  return (
    <ExistingAccount
      text="register.existing.text_organisation"
      otherwise={otherwise}
      {...useLoaderData<typeof loader>()}
    />
  )
}

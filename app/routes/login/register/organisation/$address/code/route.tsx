import type { PageHandle } from '~/document/page-handle'
import { addressKindOf } from '~/features/addresses/address-kind'
import { addressTexts } from '~/features/addresses/address-texts'
import { organisationPath } from '~/features/organisations/organisation-path'
import { registerOrganisation } from '~/flows/organisations/register-organisation.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/returning/return-address'
import { loadRegisterCode, registerByCode } from '~/routes/login/register/register-by-code.server'
import { RegisterCodePage } from '~/routes/login/register/register-code-page'

// Registration with an organisation, step 3: the code and a password. It ends at the page of the organisation.
export const handle: PageHandle = { title: (params) => addressTexts[addressKindOf({ params })].codeTitle }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  return loadRegisterCode(kind, await registerOrganisation.require(args, `${kind}_code`))
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await registerOrganisation.require(args, `${kind}_code`)
  const { subject_name, deputy_name, by } = step
  return registerByCode(args, kind, step, {
    register: (calls, typed) => calls.createSubject({ ...typed, subject_name, deputy_name }),
    finish: ({ data }) => step.finish({ path: organisationPath(data), notice: 'organisation_created' }),
    existing: (proven) => step.goTo(`${kind}_existing`, { subject_name, deputy_name, by, ...proven }),
  })
}

export default function RegisterOrganisationCode() {
  const { kind, ...shown } = useLoaderData<typeof loader>()
  const start = '/login/register/organisation'
  const meanwhile = { [againAt(start)]: 'register.organisation.change' }
  return <RegisterCodePage kind={kind} back={`${start}/${kind}`} meanwhile={meanwhile} {...shown} />
}

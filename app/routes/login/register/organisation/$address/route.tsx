import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { addressAgain } from '~/features/addresses/address-again.server'
import { addressKindOf } from '~/features/addresses/address-kind'
import { AddressPage } from '~/features/addresses/address-page'
import { sendFirstCode } from '~/features/addresses/first-code.server'
import { registerOrganisation } from '~/flows/organisations/register-organisation.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/returning/return-address'
import { LinkList } from '~/ui/link-list'

// Registration with an organisation, step 2: the address of its manager.
export const handle: PageHandle = { title: 'register.organisation.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  const { subject_name } = await registerOrganisation.require(args, kind)
  return reply({ kind, subject_name, typed: await addressAgain(args, registerOrganisation) })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const { subject_name, deputy_name, by, goTo } = await registerOrganisation.require(args, kind)
  return sendFirstCode(args, {
    kind,
    purpose: 'register',
    flow: { begin: (_args, step, { code }) => goTo(`${kind}_${step}`, { subject_name, deputy_name, by, code }) },
  })
}

export default function RegisterOrganisationAddress() {
  const { t } = useTranslation()
  const { kind, subject_name, typed } = useLoaderData<typeof loader>()
  return (
    <AddressPage
      kind={kind}
      title="register.organisation.title"
      typed={typed}
      lead={<p>{t(`register.organisation.address_text_${kind}`, { name: subject_name })}</p>}
      after={
        <LinkList
          title="ways.register_otherwise"
          links={{ [againAt('/login/register/organisation')]: 'register.organisation.change' }}
        />
      }
    />
  )
}

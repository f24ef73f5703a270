import { useTranslation } from 'react-i18next'
import type { AddressKind } from '~/features/addresses/address-kind'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { LinkList } from '~/ui/link-list'

const ways = {
  mobile: { '/login/register': 'ways.other_number', '/login/register/email': 'ways.by_email' },
  email: { '/login/register/email': 'ways.other_address', '/login/register': 'ways.by_mobile' },
}

/** Offers to sign in to the account of an address that was to be registered. */
export const ExistingAccount = ({
  kind,
  address,
  text = 'register.existing.text',
  otherwise = ways[kind],
}: {
  kind: AddressKind
  address: string
  /** The message key of the purpose of the account. */
  text?: string
  /** Other ways to register: the message keys of the links, by path. */
  otherwise?: Record<string, string>
}) => {
  const { t } = useTranslation()
  return (
    <FormPage
      page={usePageForm()}
      title={`register.existing.title_${kind}`}
      submit="register.existing.submit"
      lead={<p>{t(text, { address })}</p>}
      after={<LinkList title="ways.register_otherwise" links={otherwise} />}
    />
  )
}

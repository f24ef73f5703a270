import type { ReactNode } from 'react'
import { EmailField, MobileField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import type { FlashName } from '~/navigation/flash/flash-names'
import type { AddressForm } from './address-form'
import type { AddressKind } from './address-kind'

interface AddressPageProps {
  kind: AddressKind
  /** Message keys. The field has its own label by default. */
  title: string
  label?: string
  notice?: FlashName | null
  /** The address that was entered before, to be corrected. */
  typed?: string | undefined
  /** The account's own number, if it has one. */
  own?: string | undefined
  /** Shown between the title and the field. */
  lead?: ReactNode
  /** Shown below the form. */
  after?: ReactNode
}

/** A page that asks for an address and sends a code to it. */
export const AddressPage = ({ kind, title, label, notice = null, typed, own, lead, after }: AddressPageProps) => {
  const page = usePageForm<AddressForm>(typed === undefined ? {} : { [kind]: typed })
  const labelled = label === undefined ? {} : { label }
  return (
    <FormPage page={page} title={title} submit="code.send" notice={notice} lead={lead} after={after}>
      {kind === 'mobile' ? (
        <MobileField fields={page.fields} like={own} {...labelled} />
      ) : (
        <EmailField field={page.fields.email} {...labelled} />
      )}
    </FormPage>
  )
}

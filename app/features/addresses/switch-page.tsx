import { useTranslation } from 'react-i18next'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { BackToSettings } from '~/ui/back-to-settings'
import { LinkList } from '~/ui/link-list'
import type { AddressKind } from './address-kind'
import { addressTexts } from './address-texts'

interface SwitchPageProps {
  kind: AddressKind
  /** The address that another account has. */
  address: string
  /** The address that it replaces, masked. */
  old?: string
  /** The page on which another address can be given. */
  otherwise: string
}

/** Asks whether a proven address leaves the account that has it. */
export const SwitchPage = ({ kind, address, old, otherwise }: SwitchPageProps) => {
  const { t } = useTranslation()
  return (
    <FormPage
      page={usePageForm()}
      title={`${kind}.switch.title`}
      submit={`${kind}.switch.submit`}
      lead={
        <>
          <p>{t(`${kind}.switch.proven`, { [kind]: address })}</p>
          <p>{t(`${kind}.switch.means`)}</p>
          {old && <p>{t(`${kind}.switch.replaces`, { old })}</p>}
        </>
      }
      after={
        <>
          <LinkList title={`${kind}.switch.otherwise`} links={{ [otherwise]: addressTexts[kind].another }} />
          <BackToSettings />
        </>
      }
    />
  )
}

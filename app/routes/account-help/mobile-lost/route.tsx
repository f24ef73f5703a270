import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { BackToHelp } from '~/ui/back-to-help'
import { LinkCards } from '~/ui/link-cards'
import { LinkList } from '~/ui/link-list'

// The mobile is lost: a choice of other proofs.
export const handle: PageHandle = { title: 'lost.title', remembered: true }

export default function MobileLost() {
  const { t } = useTranslation()
  // The password only matters if it is asked for.
  const isPasswordTaken = useIsOpen()('/account-help/mobile-lost/password')
  return (
    <>
      <h1>{t('lost.title')}</h1>
      <p>{t('lost.operator')}</p>
      <p>{t('lost.lead')}</p>
      <LinkCards
        topics={{
          '/account-help/mobile-lost/email': {
            text: 'lost.by_email',
            hint: isPasswordTaken ? 'lost.by_email_hint' : 'lost.email.text',
          },
          '/account-help/mobile-lost/password': { text: 'lost.by_password', hint: 'lost.by_password_hint' },
        }}
      />
      <LinkList title="lost.otherwise" links={{ '/settings/mobile': 'lost.signed_in' }} />
      <BackToHelp />
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { Topics } from '~/components/topics'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'

// The mobile is lost: what is left to prove oneself by.
export const handle: PageHandle = { title: 'lost.title', remembered: true }

export default function MobileLost() {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('lost.title')}</h1>
      <p>{t('lost.operator')}</p>
      <p>{t('lost.lead')}</p>
      <Topics
        topics={{
          '/account-help/mobile-lost/email': { text: 'lost.by_email', hint: 'lost.by_email_hint' },
          '/account-help/mobile-lost/password': { text: 'lost.by_password', hint: 'lost.by_password_hint' },
        }}
      />
      <Ways title="lost.otherwise" ways={{ '/settings/mobile': 'lost.signed_in' }} />
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { BackToHelp } from '~/ui/back-to-help'
import { LinkList } from '~/ui/link-list'

// What to check when no code arrives.
export const handle: PageHandle = { title: 'noCode.title', remembered: true }

const checks = ['address', 'wait', 'newest', 'spam', 'phone', 'no_account']

export default function NoCode() {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('noCode.title')}</h1>
      <ul className="steps">
        {checks.map((check) => (
          <li key={check}>{t(`noCode.${check}`)}</li>
        ))}
      </ul>
      <LinkList
        title="noCode.otherwise"
        links={{
          '/login': 'ways.password',
          '/login/sms': 'ways.sms',
          '/login/email': 'ways.email_code',
          '/account-help/mobile-lost': 'help.mobile_lost',
        }}
      />
      <BackToHelp />
    </>
  )
}

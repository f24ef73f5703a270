import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { useLocation } from '~/framework'
import { safePath } from '~/navigation/return-address'
import { BackToHelp } from '~/ui/back-to-help'
import { LinkList, LinkRows } from '~/ui/link-list'

// What to check when no code arrives. `?code=` names the page on which one is awaited.
export const handle: PageHandle = { title: 'noCode.title', remembered: true }

const checks = ['address', 'wait', 'newest', 'spam', 'phone', 'refused', 'no_account']

export default function NoCode() {
  const { t } = useTranslation()
  const awaiting = safePath(new URLSearchParams(useLocation().search).get('code') ?? '')
  return (
    <>
      <h1>{t('noCode.title')}</h1>
      <ul className="steps">
        {checks.map((check) => (
          <li key={check}>{t(`noCode.${check}`)}</li>
        ))}
      </ul>
      {awaiting !== undefined && <LinkRows links={{ [awaiting]: 'noCode.back' }} />}
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

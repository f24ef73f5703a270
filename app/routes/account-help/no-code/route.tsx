import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { useLocation } from '~/framework'
import { useOpenKinds } from '~/navigation/open-pages/use-open-pages'
import { safePath } from '~/navigation/returning/return-address'
import { BackToHelp } from '~/ui/back-to-help'
import { LinkList, LinkRows } from '~/ui/link-list'

// The advice for a code that does not arrive. `?code=` names the page that waits for it.
export const handle: PageHandle = { title: 'noCode.title', remembered: true }

/** The advice: for every code, or for a kind of address. */
const checks = {
  address: null,
  wait: null,
  newest: null,
  spam: 'email',
  phone: 'mobile',
  refused: null,
  no_account: null,
} as const

export default function NoCode() {
  const { t } = useTranslation()
  const kinds = useOpenKinds()
  const awaiting = safePath(new URLSearchParams(useLocation().search).get('code') ?? '')
  return (
    <>
      <h1>{t('noCode.title')}</h1>
      <ul className="steps">
        {Object.entries(checks).map(
          ([check, kind]) => (kind === null || kinds.includes(kind)) && <li key={check}>{t(`noCode.${check}`)}</li>,
        )}
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

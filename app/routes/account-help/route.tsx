import { useTranslation } from 'react-i18next'
import { useDocument } from '~/document/document-context'
import type { PageHandle } from '~/document/page-handle'
import { useLinkWithNext } from '~/navigation/returning/use-link-with-next'
import { BackLink } from '~/ui/back-link'
import { LinkCards } from '~/ui/link-cards'

// Help, sorted by what has happened.
export const handle: PageHandle = { title: 'help.title', remembered: true }

export default function AccountHelp() {
  const { t } = useTranslation()
  const { isSmall } = useDocument()
  const withNext = useLinkWithNext()
  return (
    <>
      <h1>{t('help.title')}</h1>
      <p>{t('help.lead')}</p>
      <LinkCards
        topics={{
          '/account-help/password': { text: 'help.password', hint: 'help.password_hint' },
          '/account-help/mobile-lost': { text: 'help.mobile_lost', hint: 'help.mobile_lost_hint' },
          '/account-help/activate': { text: 'help.activate', hint: 'help.activate_hint' },
          '/account-help/no-code': { text: 'help.no_code', hint: 'help.no_code_hint' },
          ...(!isSmall && { '/passport/wap/login': { text: 'help.small', hint: 'help.small_hint', newTab: true } }),
          '/account-help/not-me': { text: 'help.not_me', hint: 'help.not_me_hint' },
          '/account-help/restore': { text: 'help.restore', hint: 'help.restore_hint' },
          '/settings/cancel': { text: 'help.cancel', hint: 'help.cancel_hint' },
        }}
      />
      <BackLink path={withNext('/login')} text="help.back_to_sign_in" />
    </>
  )
}

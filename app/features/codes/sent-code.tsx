import { useTranslation } from 'react-i18next'
import { waitText } from '~/i18n/wait'
import { Notice } from '~/ui/notice'
import type { ShownCode } from './resend-notices'

export type SentCodeText = 'mobile' | 'email' | 'email_sign_in' | 'mobile_reset' | 'email_reset'

/**
 * Where the code was sent, or the result of the last resend. `by` selects the text: a sign-in by email and a reset must
 * not reveal whether the address has an account.
 */
export const SentCode = ({ code, by }: { code: ShownCode; by: SentCodeText }) => {
  const { t } = useTranslation()
  return (
    <>
      {code.notice && (
        <Notice>{t(`sentCode.${code.notice}`, { to: code.to, wait: waitText(t, code.waitSeconds) })}</Notice>
      )}
      <p>{t(`sentCode.${by}`, { to: code.to })}</p>
    </>
  )
}

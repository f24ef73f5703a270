import { useTranslation } from 'react-i18next'
import { waitText } from '../i18n/wait'
import { useLinkWithNext } from '../navigation/use-link-with-next'
import { FormToken } from '../session/form-token'
import { Button } from '../ui/button'
import type { ShownCode } from './resend-notices'

interface ResendFormProps {
  /** The URL that sends the code again. */
  action: string
  code: ShownCode
  /** Which code, on a page that asks for two. */
  target?: string
  /** Message key of the button. */
  text?: string
  /** The page on which the address can be changed, with the message key of its link. */
  back?: { path: string; text: string }
}

/** Asks for another code; tells for how long that is too soon. */
export const ResendForm = ({ action, code, target, text = 'resend.button', back }: ResendFormProps) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  return (
    <form method="post" action={action} className="resend">
      <FormToken />
      {target && <input type="hidden" name="target" value={target} />}
      {code.waitSeconds > 0 && <p className="hint">{t('resend.wait', { wait: waitText(t, code.waitSeconds) })}</p>}
      <Button text={text} quiet />
      {back && (
        <p>
          <a href={withNext(back.path)}>{t(back.text)}</a>
        </p>
      )}
      <p>
        <a href="/account-help/no-code">{t('resend.no_code')}</a>
      </p>
    </form>
  )
}

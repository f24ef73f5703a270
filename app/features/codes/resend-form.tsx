import { useTranslation } from 'react-i18next'
import { useLocation } from '~/framework'
import { waitText } from '~/i18n/wait'
import { noCodePath } from '~/navigation/returning/return-address'
import { useOwnAction } from '~/navigation/use-own-action'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { LinkRows } from '~/ui/link-list'
import type { ShownCode } from './resend-notices'

/** The key of the text about the waiting time, by the code's name: if a page has two codes, each is named. */
const waits = { code: 'resend.wait', mobile: 'resend.wait_mobile', email: 'resend.wait_email' }

interface ResendProps {
  /** The code's name in the step of its page. */
  name?: keyof typeof waits
  code: ShownCode
  /** Message key of the button. */
  text?: string
  /** The page on which the address can be changed, with the message key of its link. */
  back?: { path: string; text: string }
  /** True if another button like this follows, which has the links of both. */
  isFollowed?: boolean
}

/**
 * The button of a code page that requests another code, in the form of the code. While it is too early, it shows how
 * long to wait.
 */
export const Resend = ({ name = 'code', code, text = 'resend.button', back, isFollowed = false }: ResendProps) => {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  return (
    <div className="resend">
      {code.waitSeconds > 0 && <p className="hint">{t(waits[name], { wait: waitText(t, code.waitSeconds) })}</p>}
      <Button name={`resend_${name}`} text={text} quiet />
      {!isFollowed && (
        <LinkRows
          links={{ ...(back && { [back.path]: back.text }), [noCodePath(pathname + search)]: 'resend.no_code' }}
        />
      )}
    </div>
  )
}

/** The button in its own form, for a page on which no code can be typed. */
export const ResendForm = (props: ResendProps) => (
  <form method="post" {...useOwnAction()}>
    <FormToken />
    <Resend {...props} />
  </form>
)

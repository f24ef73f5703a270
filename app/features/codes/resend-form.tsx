import { useTranslation } from 'react-i18next'
import { useLocation } from '~/framework'
import { waitText } from '~/i18n/wait'
import { noCodePath } from '~/navigation/return-address'
import { useOwnAction } from '~/navigation/use-own-action'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { LinkRows } from '~/ui/link-list'
import type { ShownCode } from './resend-notices'

/** Says how long to wait, by the code's name: next to another one, a code is named. */
const waits = { code: 'resend.wait', mobile: 'resend.wait_mobile', email: 'resend.wait_email' }

interface ResendProps {
  /** The code's name in the step of its page. */
  name?: keyof typeof waits
  code: ShownCode
  /** Message key of the button. */
  text?: string
  /** The page on which the address can be changed, with the message key of its link. */
  back?: { path: string; text: string }
  /** Another button like this follows, which has the links of both. */
  isFollowed?: boolean
}

/**
 * The button of a code page that asks for another code, in the form of the code. It says how long to wait while that is
 * too soon.
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

/** The same as its own form, where a code cannot be typed. */
export const ResendForm = (props: ResendProps) => (
  <form method="post" {...useOwnAction()}>
    <FormToken />
    <Resend {...props} />
  </form>
)

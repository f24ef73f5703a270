import { useTranslation } from 'react-i18next'
import { waitText } from '~/i18n/wait'
import { LinkList } from '~/ui/link-list'
import { Notice } from '~/ui/notice'
import { ResendForm } from './resend-form'
import type { ShownCode } from './resend-notices'

interface CodesOverProps {
  /** The code's name in the step of its page. */
  name?: 'mobile' | 'email'
  code: ShownCode
  /** Message key of the button that sends another code. */
  text?: string
  /** The links for the meantime: their message keys, by path. */
  meanwhile: Record<string, string>
}

const titles = {
  code_locked: 'codesOver.title_locked',
  too_many_wrong_codes: 'codesOver.title',
  undeliverable: 'codesOver.title_undeliverable',
}

/**
 * Replaces a page for codes after too many wrong ones, or after a code that could not be delivered: shows when codes
 * work again, and what works now.
 */
export const CodesOver = ({ name, code, text, meanwhile }: CodesOverProps) => {
  const { t } = useTranslation()
  const { over, waitSeconds, to, notice } = code
  const isOpen = over === 'code_locked' || waitSeconds === 0
  const isAskedAgain = over === 'undeliverable' ? 'codesOver.check' : 'codesOver.ask_again'
  const key = isOpen ? isAskedAgain : 'codesOver.wait'
  return (
    <>
      <h1>{t(titles[over ?? 'too_many_wrong_codes'])}</h1>
      <div className="problem" role="alert">
        <p>{t(`codesOver.${over}`, { to })}</p>
        <p>{t(waitSeconds > 0 && isOpen ? 'codesOver.ask_later' : key, { wait: waitText(t, waitSeconds) })}</p>
      </div>
      {notice && waitSeconds === 0 && <Notice>{t(`sentCode.${notice}`, { to })}</Notice>}
      {isOpen && <ResendForm {...(name && { name })} code={{ ...code, waitSeconds: 0 }} {...(text && { text })} />}
      <LinkList title="codesOver.meanwhile" links={meanwhile} />
    </>
  )
}

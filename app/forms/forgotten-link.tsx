import { useTranslation } from 'react-i18next'
import { useOpenLinks } from '~/navigation/open-pages/use-open-pages'
import { useLinkWithNext } from '~/navigation/returning/use-link-with-next'

/** A link for people who have forgotten the password that a form asks for, directly below the form. */
export const ForgottenLink = ({ path, text }: { path: string; text: string }) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  const [link] = useOpenLinks()([{ path, text }])
  if (!link) return null
  return (
    <p className="forgotten">
      <a href={withNext(link.path)}>{t(link.text)}</a>
    </p>
  )
}

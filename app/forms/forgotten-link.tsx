import { useTranslation } from 'react-i18next'
import { useLinkWithNext } from '../navigation/use-link-with-next'

/** A link for people who have forgotten the password that a form asks for, directly below the form. */
export const ForgottenLink = ({ path, text }: { path: string; text: string }) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  return (
    <p className="forgotten">
      <a href={withNext(path)}>{t(text)}</a>
    </p>
  )
}

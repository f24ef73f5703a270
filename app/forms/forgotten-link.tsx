import { useTranslation } from 'react-i18next'
import { useLinkWithNext } from '../navigation/use-link-with-next'

/** The way on for who does not know the password that a form asks for; it stands right below the form. */
export const ForgottenLink = ({ path, text }: { path: string; text: string }) => {
  const { t } = useTranslation()
  const withNext = useLinkWithNext()
  return (
    <p className="forgotten">
      <a href={withNext(path)}>{t(text)}</a>
    </p>
  )
}

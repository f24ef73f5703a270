import { useTranslation } from 'react-i18next'

interface ButtonProps {
  /** A message key, and the values of its text. */
  text: string
  values?: Record<string, string>
  /** Says which button submitted a form with several. */
  name?: string
  /** Styles a secondary button. */
  quiet?: boolean
}

/** The button that submits a form. It is an input, which text browsers and the oldest browsers support best. */
export const Button = ({ text, values, name, quiet = false }: ButtonProps) => (
  <input
    type="submit"
    {...(name && { name })}
    className={quiet ? 'button quiet' : 'button'}
    value={useTranslation().t(text, { ...values })}
  />
)

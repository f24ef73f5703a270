import { useTranslation } from 'react-i18next'

interface ButtonProps {
  /** A message key, and the values of its text. */
  text: string
  values?: Record<string, string>
  /** Tells which button was pressed, in a form that has several. */
  name?: string
  /** A quiet button stands beside the one that the page is for. */
  quiet?: boolean
}

/** What sends a form: an input, which text browsers draw as a button and the oldest ones know too. */
export const Button = ({ text, values, name, quiet = false }: ButtonProps) => (
  <input
    type="submit"
    {...(name && { name })}
    className={quiet ? 'button quiet' : 'button'}
    value={useTranslation().t(text, { ...values })}
  />
)

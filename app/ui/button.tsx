import { useTranslation } from 'react-i18next'

interface ButtonProps {
  /** A message key, and the values of its text. */
  text: string
  values?: Record<string, string | number>
  /** Identifies the button that submitted a form with several. */
  name?: string
  /** Styles a secondary button. A page has at most one primary button. */
  quiet?: boolean
  /** Styles a button that ends or removes something. */
  danger?: boolean
  /** Styles the button of a row. */
  small?: boolean
  /** The full name of a button whose text is the same in each row. It begins with the text. */
  label?: string
}

/** The button that submits a form. It is an input, which text browsers and the oldest browsers support best. */
export const Button = ({ text, values, name, quiet = false, danger = false, small = false, label }: ButtonProps) => (
  <input
    type="submit"
    {...(name && { name })}
    className={['button', quiet && 'quiet', danger && 'danger', small && 'small'].filter(Boolean).join(' ')}
    value={useTranslation().t(text, { ...values })}
    {...(label && { 'aria-label': label })}
  />
)

import { useTranslation } from 'react-i18next'

interface ButtonProps {
  /** A message key. */
  text: string
  /** A quiet button stands beside the one that the page is for. */
  quiet?: boolean
}

/** What sends a form: an input, which text browsers draw as a button and the oldest ones know too. */
export const Button = ({ text, quiet = false }: ButtonProps) => (
  <input type="submit" className={quiet ? 'button quiet' : 'button'} value={useTranslation().t(text)} />
)

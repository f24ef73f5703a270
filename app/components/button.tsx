import { useTranslation } from 'react-i18next'

interface ButtonProps {
  /** A message key. */
  text: string
  /** A quiet button stands beside the one that the page is for. */
  quiet?: boolean
}

/** What sends a form. */
export const Button = ({ text, quiet = false }: ButtonProps) => (
  <button type="submit" {...(quiet && { className: 'quiet' })}>
    {useTranslation().t(text)}
  </button>
)

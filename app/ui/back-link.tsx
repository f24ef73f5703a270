import { useTranslation } from 'react-i18next'

/** A link back; the last thing on a page. */
export const BackLink = ({ path, text }: { path: string; text: string }) => (
  <p className="back">
    <a href={path}>{useTranslation().t(text)}</a>
  </p>
)

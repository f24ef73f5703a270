import { useTranslation } from 'react-i18next'
import { OpenLink } from './open-link'

/** A link back; the last thing on a page. */
export const BackLink = ({ path, text }: { path: string; text: string }) => (
  <p className="back">
    <OpenLink path={path}>{useTranslation().t(text)}</OpenLink>
  </p>
)

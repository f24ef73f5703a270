import type { ReactNode } from 'react'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'

interface OpenLinkProps {
  path: string
  children: ReactNode
}

/** A link to a page that may be closed here. Then it renders nothing. */
export const OpenLink = ({ path, children }: OpenLinkProps) =>
  useIsOpen()(path) ? <a href={path}>{children}</a> : null

import type { ReactNode } from 'react'
import { ShownOnce } from '~/ui/shown-once'

interface ShownSecretProps {
  /** A message key. */
  title: string
  name: string
  /** The page of the application. */
  path: string
  clientKey: string
  secret: string
  children?: ReactNode
}

/** The new secret of an application. */
export const ShownSecret = ({ title, name, path, clientKey, secret, children }: ShownSecretProps) => (
  <ShownOnce
    title={title}
    values={{ name }}
    once="clients.shown_once"
    facts={{ 'clients.client_id': { copied: clientKey }, 'clients.secret': { copied: secret } }}
    keep="clients.keep_secret"
    kept="clients.kept_secret"
    path={path}
  >
    {children}
  </ShownOnce>
)

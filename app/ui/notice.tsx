import type { ReactNode } from 'react'
import { useActionData } from '../framework'

/** A message that is no error. It is left out when the form comes back with errors, since those are newer. */
export const Notice = ({ children }: { children: ReactNode }) =>
  useActionData() ? null : (
    <p className="notice" role="status">
      {children}
    </p>
  )

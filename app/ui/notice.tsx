import type { ReactNode } from 'react'
import { useActionData } from '../framework'

/** Something a person should know before going on; no error. A form that came back has newer things to say. */
export const Notice = ({ children }: { children: ReactNode }) =>
  useActionData() ? null : (
    <p className="notice" role="status">
      {children}
    </p>
  )

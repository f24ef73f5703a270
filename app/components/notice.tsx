import type { ReactNode } from 'react'

/** Something a person should know before going on; no error. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <p className="notice" role="status">
    {children}
  </p>
)

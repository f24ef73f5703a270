import type { ReactNode } from 'react'
import { useActionData } from '../framework'

/** What could not be done on the page before, in sentences. It is left out when the form comes back with errors. */
export const Problem = ({ sentences }: { sentences: string[] }) =>
  useActionData() ? null : (
    <div className="problem" role="alert">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )

/** A message that is no error. It is left out when the form comes back with errors, since those are newer. */
export const Notice = ({ children }: { children: ReactNode }) =>
  useActionData() ? null : (
    <p className="notice" role="status">
      {children}
    </p>
  )

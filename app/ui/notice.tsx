import type { ReactNode } from 'react'
import { useActionData } from '~/framework'

/** The failed parts of the previous page, in sentences. Left out when the form comes back with errors. */
export const Problem = ({ sentences }: { sentences: string[] }) =>
  useActionData() ? null : (
    <div className="problem" role="alert">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )

/** A message that is not an error. Left out when the form comes back with errors, which are newer. */
export const Notice = ({ children }: { children: ReactNode }) =>
  useActionData() ? null : (
    <p className="notice" role="status">
      {children}
    </p>
  )

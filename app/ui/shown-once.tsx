import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SummaryList } from './summary-list'

interface ShownOnceProps {
  /** Message keys: the title, the warning that it is shown only once, how to keep it, and the button that continues. */
  title: string
  once: string
  keep: string
  kept: string
  values?: Record<string, string>
  facts: Parameters<typeof SummaryList>[0]['facts']
  /** The page that the button leads to. */
  path: string
  children?: ReactNode
}

/** A new secret, in the answer to the form that made it. No other answer has it, so a reload does not show it again. */
export const ShownOnce = ({ title, once, keep, kept, values, facts, path, children }: ShownOnceProps) => {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t(title, { ...values })}</h1>
      <p>
        <strong>{t(once)}</strong>
      </p>
      <SummaryList facts={facts} />
      {children}
      <p>{t(keep)}</p>
      <p>
        <a className="button" href={path}>
          {t(kept)}
        </a>
      </p>
    </>
  )
}

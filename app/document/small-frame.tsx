import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface SmallFrameProps {
  title: string
  children: ReactNode
}

/** The document around a page for the smallest browsers: a title, the page, and the way to the pages as others see them. */
export const SmallFrame = ({ title, children }: SmallFrameProps) => {
  const { t, i18n } = useTranslation()
  return (
    <html lang={i18n.language}>
      <head>
        <title>{title}</title>
      </head>
      <body>
        {children}
        <p>
          <a href="/passport/wap/leave">{t('small.leave')}</a>
        </p>
      </body>
    </html>
  )
}

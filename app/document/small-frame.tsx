import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfferedLanguages } from '~/i18n/offered'
import { isRightToLeft, languageLinkText } from '~/i18n/texts'
import { withLanguage } from '~/navigation/returning/return-address'
import { useDocument } from './document-context'
import sheet from './styles/small.css?url'

interface SmallFrameProps {
  title: string
  /** The page's own path, with its query, without `lng`. */
  path: string
  children: ReactNode
  /** True when the page has only its centred text (spec section 2, "any other path"). */
  isBare: boolean
}

/** The style of the page that has only its text. Phones without styles show the text at the left. */
export const bareStyle = 'body{text-align:center}'

/**
 * The document around a page for the smallest browsers: a title, the page, its other languages, and the link to the
 * ordinary pages.
 */
export const SmallFrame = ({ title, path, children, isBare }: SmallFrameProps) => {
  const { t, i18n } = useTranslation()
  // A form that came back has its own language buttons, which keep what was typed.
  const { hasFormAgain } = useDocument()
  const offered = useOfferedLanguages()
  const others = hasFormAgain ? [] : offered.filter((language) => language !== i18n.language)
  return (
    <html lang={i18n.language} dir={isRightToLeft(i18n.language) ? 'rtl' : undefined}>
      <head>
        <title>{title}</title>
        {isBare ? <style type="text/css">{bareStyle}</style> : <link rel="stylesheet" href={sheet} />}
      </head>
      <body>
        {children}
        {!isBare && (
          <p>
            {others.map((language) => (
              <Fragment key={language}>
                <a href={withLanguage(path, language)} hrefLang={language}>
                  {languageLinkText(language)}
                </a>{' '}
              </Fragment>
            ))}
            <a href="/passport/wap/leave">{t('small.leave')}</a>
          </p>
        )}
      </body>
    </html>
  )
}

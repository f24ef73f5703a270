import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { version } from '#rules/version'
import { useOfferedLanguages } from '~/i18n/offered'
import { languageLinkText, languageNames } from '~/i18n/texts'
import { withLanguage } from '~/navigation/returning/return-address'
import { useBrand, useSiteName } from '~/runtime/brand'
import { useDocument } from './document-context'
import { Mark } from './mark'

/** The name of the place that a page belongs to: the deployment, or its operator's desk. */
export const usePlaceName = (): string => {
  const { t } = useTranslation()
  const name = useSiteName()
  return useDocument().desk ? t('desk.name', { name }) : name
}

/** The head of a page. `children`: links of this page, next to the name of the site. */
export const Header = ({ children }: { children?: ReactNode }) => {
  const logo = useBrand()?.logo
  const { desk } = useDocument()
  return (
    <header className="top">
      <a href={desk ? '/desk' : '/'}>
        {logo ? <img className="mark" {...logo} alt="" /> : <Mark />} {usePlaceName()}
      </a>
      {children}
    </header>
  )
}

/** `path` is the page's own, with its query, without `lng`. */
export const Footer = ({ path }: { path: string }) => {
  const { hasFormAgain, desk } = useDocument()
  const { t } = useTranslation()
  const hasLanguages = useOfferedLanguages().length > 1 && !hasFormAgain
  const pages = useOperatorPages()
  if (!hasLanguages && pages.length === 0 && !desk?.operator) return null
  return (
    <footer className="foot">
      {pages.length > 0 && <OperatorLinks pages={pages} />}
      {hasLanguages && <Languages path={path} />}
      {desk?.operator && <p>{t('desk.version', { version })}</p>}
    </footer>
  )
}

type OperatorPage = [text: string, href: string]

/** The operator's pages, with the message keys of their links. */
const useOperatorPages = (): OperatorPage[] => {
  const { terms, privacy, support } = useBrand() ?? {}
  return Object.entries({ 'layout.terms': terms, 'layout.privacy': privacy, 'layout.support': support }).flatMap(
    ([text, href]) => (href === undefined ? [] : [[text, href] satisfies OperatorPage]),
  )
}

/** The operator's pages open in a new tab, because the page's form may be half filled in. */
const OperatorLinks = ({ pages }: { pages: OperatorPage[] }) => {
  const { t } = useTranslation()
  return (
    <ul>
      {pages.map(([text, href]) => (
        <li key={text}>
          <a href={href} target="_blank" rel="noopener">
            {t(text)}
          </a>{' '}
        </li>
      ))}
    </ul>
  )
}

const Languages = ({ path }: { path: string }) => {
  const { t, i18n } = useTranslation()
  return (
    <nav aria-label={t('layout.language')}>
      <ul>
        {useOfferedLanguages().map((language) => (
          <li key={language}>
            {language === i18n.language ? (
              <span aria-current="true">{languageNames[language]}</span>
            ) : (
              <a href={withLanguage(path, language)} lang={language} hrefLang={language}>
                {languageLinkText(language)}
              </a>
            )}{' '}
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { useTranslation } from 'react-i18next'
import { languageNames, languages } from '../i18n/texts'
import { useDocument } from './document-context'
import { Mark } from './mark'

export const Header = () => {
  const { t } = useTranslation()
  return (
    <header className="top">
      <a href="/">
        <Mark /> {t('layout.name')}
      </a>
    </header>
  )
}

/** `path` is the page's own, with its query, without `lng`. */
export const Footer = ({ path }: { path: string }) => {
  const { t, i18n } = useTranslation()
  if (useDocument().hasFormAgain) return null
  return (
    <footer className="foot">
      <nav aria-label={t('layout.language')}>
        <ul>
          {languages.map((language) => (
            <li key={language}>
              {language === i18n.language ? (
                <span aria-current="true">{languageNames[language]}</span>
              ) : (
                <a href={withLanguage(path, language)} lang={language} hrefLang={language}>
                  {languageNames[language]}
                </a>
              )}
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}

const withLanguage = (path: string, language: string) => `${path}${path.includes('?') ? '&' : '?'}lng=${language}`

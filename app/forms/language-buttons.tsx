import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocument } from '~/document/document-context'
import { useOfferedLanguages } from '~/i18n/offered'
import { languageLinkText, languageNames } from '~/i18n/texts'

/**
 * The other languages, as buttons of a form that is shown again or waits for a step-up: the typed values stay, as do
 * the errors sealed in `lines`. Links, as on other pages, would lose both.
 */
export const LanguageButtons = ({ lines }: { lines?: string }) => {
  const { i18n } = useTranslation()
  const { isSmall } = useDocument()
  const offered = useOfferedLanguages()
  if (offered.length < 2) return null
  return (
    <p className="languages">
      {lines !== undefined && <input type="hidden" name="form_lines" value={lines} />}
      {offered.map((language) => (
        <Fragment key={language}>
          {language === i18n.language ? (
            <span aria-current="true">{languageNames[language]}</span>
          ) : (
            <input
              type="submit"
              name="in_language"
              className="button quiet"
              value={isSmall ? languageNames[language] : languageLinkText(language)}
              lang={language}
            />
          )}{' '}
        </Fragment>
      ))}
    </p>
  )
}

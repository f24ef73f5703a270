import { useTranslation } from 'react-i18next'
import { languageNames, languages } from '../i18n/texts'

/**
 * The other languages, as buttons of a form that came back: what was typed stays, and its errors come along. A link, as on
 * other pages, would lose both.
 */
export const LanguageButtons = ({ lines }: { lines: string }) => {
  const { i18n } = useTranslation()
  return (
    <p className="languages">
      <input type="hidden" name="form_lines" value={lines} />
      {languages
        .filter((language) => language !== i18n.language)
        .map((language) => (
          <input
            key={language}
            type="submit"
            name="in_language"
            className="button quiet"
            value={languageNames[language]}
            lang={language}
          />
        ))}
    </p>
  )
}

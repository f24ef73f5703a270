import { useTranslation } from 'react-i18next'
import { fullLanguageOf } from '#rules/languages'

/** A scope, and its API, if it belongs to one. */
export interface ShownScope {
  scope: string
  is_sensitive?: boolean
  api?: { name: string; words: Readonly<Record<'en' | 'zh-Hans', string>> } | null
}

/** The words for scopes in the language of the page. */
export const useScopeWords = (): ((shown: ShownScope) => string) => {
  const { t, i18n } = useTranslation()
  return ({ scope, api }) =>
    api ? api.words[fullLanguageOf(i18n.language)] || scope : t(`authorisation.scope.${scope}`, { defaultValue: scope })
}

interface ScopeTextProps extends ShownScope {
  isSensitive?: boolean | undefined
  /**
   * The value that the application would learn about the account, or its most important part. Null: none, or nobody is
   * signed in.
   */
  value: string | null
  /** True when the person is signed in, so that missing values are mentioned. */
  isOwn?: boolean
}

/** Values that an account may lack. */
const mayLack = ['email', 'mobile', 'mobile_plain']

/** A scope that an application requests: in words, with the person's value, if any. */
export const ScopeText = ({ scope, api = null, isSensitive, value, isOwn = false }: ScopeTextProps) => {
  const { t } = useTranslation()
  const words = useScopeWords()
  const none = isOwn && mayLack.includes(scope) ? t('authorise.none') : null
  return (
    <>
      {words({ scope, api })}
      {isSensitive && <strong>{t('authorise.sensitive')}</strong>}
      <br />
      <span className="hint">
        {api ? t('authorise.at_api', { api: api.name }) : t(`authorisation.about.${scope}`, { defaultValue: '' })}
        {(value ?? none) !== null && (
          <>
            <br />
            {value ?? none}
          </>
        )}
      </span>
    </>
  )
}

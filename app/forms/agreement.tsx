import { Trans } from 'react-i18next'
import { useBrand } from '~/runtime/brand'

/**
 * The agreement to the terms, above the button that creates an account. Renders nothing if the operator has no terms.
 * The links open in a new tab, because the form may be half filled in.
 */
export const Agreement = () => {
  const { terms, privacy } = useBrand() ?? {}
  if (terms === undefined) return null
  return (
    <p className="hint said">
      <Trans
        i18nKey={privacy === undefined ? 'agreement.terms' : 'agreement.terms_and_privacy'}
        components={{ terms: <OperatorPage href={terms} />, privacy: <OperatorPage href={privacy} /> }}
      />
    </p>
  )
}

/** A page of the operator, which opens in a new tab. `children`: the text of the link, from the sentence. */
export const OperatorPage = ({ href, children }: { href: string | undefined; children?: string }) => (
  <a href={href} target="_blank" rel="noopener">
    {children}
  </a>
)

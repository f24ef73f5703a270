import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { LinkList } from '~/ui/link-list'

// A person has declined new terms, and is signed out. Each of the links asks them to sign in.
export const handle: PageHandle = { title: 'terms.declined_title', remembered: true }

export default function TermsDeclined() {
  const { t } = useTranslation()
  return (
    <>
      <h1>{t('terms.declined_title')}</h1>
      <p>{t('terms.declined')}</p>
      <LinkList
        title="terms.next"
        links={{
          '/login': 'terms.sign_in',
          '/settings/export': 'terms.export',
          '/settings/cancel': 'terms.cancel',
        }}
      />
    </>
  )
}

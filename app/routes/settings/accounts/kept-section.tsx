import { useTranslation } from 'react-i18next'
import { RowButton } from '~/forms/row-button'
import { unbroken } from '~/i18n/texts'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { LinkRows } from '~/ui/link-list'

interface KeptSectionProps {
  present: { username: string; address: string | null } | undefined
  others: readonly { key: string; username: string; address: string | null }[]
  /** No more accounts can be signed in here at once. */
  isFull: boolean
  /** Where the current account continues, if the page is for choosing an account. */
  goesOnAt: string | null
}

/** The explanation of the accounts on the page. */
const textOf = ({ present, others }: { present?: object | undefined; others: readonly object[] }): string => {
  if (!present) return 'accounts.text_signed_out'
  return others.length > 0 ? 'accounts.text' : 'accounts.text_one'
}

/** The accounts that are signed in at this browser. Only one is current: all other pages belong to it. */
export const KeptSection = ({ present, others, isFull, goesOnAt }: KeptSectionProps) => {
  const { t } = useTranslation()
  const isAnyHere = present || others.length > 0
  return (
    <>
      <h2 id="accounts">{t('accounts.title')}</h2>
      {isAnyHere && <p>{t(textOf({ present, others }))}</p>}
      {isAnyHere && (
        <ul className="rows devices">
          {present && (
            <li>
              <div>
                <strong>{present.username}</strong>
                <br />
                {present.address && (
                  <>
                    {unbroken(present.address)}
                    <br />
                  </>
                )}
                {t('accounts.present')}
              </div>
              {goesOnAt !== null && (
                <p>
                  <a className="button" href={goesOnAt}>
                    {t('accounts.go_on', { username: present.username })}
                  </a>
                </p>
              )}
              <form method="post" action="/passport/web/logout">
                <FormToken />
                <Button
                  text="accounts.leave"
                  label={t('accounts.leave_one', { username: present.username })}
                  quiet
                  small
                />
              </form>
            </li>
          )}
          {others.map(({ key, username, address }) => (
            <li key={key}>
              {address && <div>{address}</div>}
              <form method="post">
                <FormToken />
                <input type="hidden" name="account" value={key} />
                <Button text="accounts.enter" values={{ username }} quiet small />{' '}
                <Button text="accounts.leave" name="leave" label={t('accounts.leave_one', { username })} quiet small />
              </form>
            </li>
          ))}
        </ul>
      )}
      {isFull && <p>{t('accounts.full')}</p>}
      {!isFull && !present && <LinkRows links={{ '/login': 'accounts.sign_in' }} />}
      {((!isFull && present) || others.length > 0) && (
        <ul className="rows">
          {!isFull && present && <RowButton text="accounts.add" name="add" />}
          {others.length > 0 && <RowButton text="accounts.leave_all" name="leave_all" />}
        </ul>
      )}
    </>
  )
}

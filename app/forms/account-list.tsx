import { useTranslation } from 'react-i18next'
import { FormToken } from '../session/form-token'
import { Button } from '../ui/button'

interface AccountListProps {
  accounts: readonly { key: string; name: string }[]
  /** The path and query that the forms post to. */
  action: string
  /** Each account has a second button, which takes it off the list. */
  forgets?: boolean
}

/** The accounts that this device remembers: a form for each, whose first button signs in. */
export const AccountList = ({ accounts, action, forgets = false }: AccountListProps) => {
  const { t } = useTranslation()
  return (
    <ul className="rows">
      {accounts.map(({ key, name }) => (
        <li key={key}>
          <form method="post" action={action}>
            <FormToken />
            <input type="hidden" name="account" value={key} />
            <Button text="quick.enter" values={{ name }} quiet />{' '}
            {forgets && (
              <Button text="quick.forget" name="forget" label={t('quick.forget_one', { name })} quiet small />
            )}
          </form>
        </li>
      ))}
    </ul>
  )
}

import { useTranslation } from 'react-i18next'
import { Picture } from '~/features/pictures/picture'
import { FormToken } from '~/session/form-token'
import type { ListedAccount } from '~/session/remembered-accounts.server'
import { Button } from '~/ui/button'

interface AccountListProps {
  accounts: readonly ListedAccount[]
  /** The path and query that the forms post to. */
  action: string
  /** True if each account has a second button, which removes it from the list. */
  forgets?: boolean
}

/** The accounts that this device remembers, the last used first: a form for each, whose first button signs in. */
export const AccountList = ({ accounts, action, forgets = false }: AccountListProps) => {
  const { t } = useTranslation()
  return (
    <ul className="rows">
      {accounts.map(({ key, name, person, avatar }, nth) => (
        <li key={key}>
          <form method="post" action={action}>
            <FormToken />
            <input type="hidden" name="account" value={key} />
            {(person !== '' || avatar !== '') && (
              <p className="person">
                <Picture kind="avatar" picture={avatar} width={40} /> <bdi>{person}</bdi>
              </p>
            )}
            <Button text="quick.enter" values={{ name }} quiet={nth > 0} />{' '}
            {forgets && (
              <Button text="quick.forget" name="forget" label={t('quick.forget_one', { name })} quiet small />
            )}
          </form>
        </li>
      ))}
    </ul>
  )
}

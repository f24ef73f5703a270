import { Tick } from '~/forms/fields/tick'
import type { PageField } from '~/forms/use-page-form'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'

/** The choice that this device remembers the account, if the account API remembers accounts. */
export const RememberTick = ({ field }: { field: PageField }) =>
  useIsOpen()('/login/quick') ? <Tick field={field} label="quick.remember" /> : null

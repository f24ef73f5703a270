import { Tick } from '~/forms/fields/tick'
import type { PageField } from '~/forms/use-page-form'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'

/** The wish that this device remembers the account, where the account API remembers accounts. */
export const RememberTick = ({ field }: { field: PageField }) =>
  useIsOpen()('/login/quick') ? <Tick field={field} label="quick.remember" /> : null

/** True when a person can be signed in to an account: it is neither cancelled nor frozen. */
import type { AccountRecord } from './account-record'
export const isOpen = ({ eraseAt, frozenAt }: Pick<AccountRecord, 'eraseAt' | 'frozenAt'>): boolean =>
  eraseAt === null && frozenAt === null

import * as bind from '../../app/routes/settings/$address/bind/route'
import * as confirm from '../../app/routes/settings/$address/change/confirm/route'
import * as newAddress from '../../app/routes/settings/$address/change/new/route'
import * as old from '../../app/routes/settings/$address/change/old/route'
import * as change from '../../app/routes/settings/$address/change/route'
import * as switchInChange from '../../app/routes/settings/$address/change/switch/route'
import * as keep from '../../app/routes/settings/$address/keep/route'
import * as remove from '../../app/routes/settings/$address/remove/route'
import * as home from '../../app/routes/settings/$address/route'
import * as switchBind from '../../app/routes/settings/$address/switch/route'

type Handler = (args: never) => unknown
interface Page {
  loader: Handler
  action: Handler
}

/** The pages below /settings/mobile or /settings/email, as the router calls them. */
export const addressPages = (address: string) => {
  const withParams =
    (handler: Handler): Handler =>
    (args: object) =>
      handler({ ...args, params: { address } } as never)
  const page = ({ loader, action }: Page) => ({ loader: withParams(loader), action: withParams(action) })
  return {
    home: page(home),
    bind: page(bind),
    switch: page(switchBind),
    switchInChange: page(switchInChange),
    change: page(change),
    old: page(old),
    new: page(newAddress),
    confirm: page(confirm),
    remove: page(remove),
    keep: page(keep),
  }
}

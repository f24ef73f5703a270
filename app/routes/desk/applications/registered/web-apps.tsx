import { useTranslation } from 'react-i18next'
import { act, type DataOf, type Params, reasonForLog } from '~/features/desk/act'
import { ShownOnce } from '~/ui/shown-once'
import type { Facts } from '~/ui/summary-list'
import { addressField, idField, nameField } from './fields'
import { kind, type ShownProps, savedIn } from './kind'

type WebApp = DataOf<'listApplications'>['applications'][number]

const path = '/desk/applications/web-apps'
const thisOne = ({ thing = '' }: Params) => ({ aid: thing })
const button = { fields: { reason: reasonForLog }, fixed: thisOne }

const useWebAppFacts = () => {
  const { t } = useTranslation()
  return (webApp: WebApp): Facts => {
    const { aid, url, key_version, is_enabled } = webApp
    return {
      'desk.registered.aid': { copied: aid },
      'desk.registered.web_app_url': { copied: url },
      'desk.registered.key_version': String(key_version),
      'desk.registered.state': t(is_enabled ? 'desk.registered.enabled' : 'desk.registered.disabled'),
    }
  }
}

/** A key of an application, as a line for the settings of its web app. */
const ShownKey = ({ data, input }: ShownProps) => (
  <ShownOnce
    title="desk.registered.key_title"
    once="desk.registered.key_once"
    facts={{
      ACCOUNT_API_AID: { copied: String(input.aid) },
      ACCOUNT_API_KEY: { copied: (data as DataOf<'showApplicationKey'>).key },
    }}
    keep="desk.registered.key_keep"
    kept="desk.registered.key_kept"
    path={path}
  />
)

/** The other web apps of the operator on this account API. */
export const webApps = kind<WebApp>({
  path,
  idOf: ({ aid }) => aid,
  none: 'desk.registered.no_web_app',
  add: act('addApplication', {
    fields: {
      aid: { ...idField, label: 'desk.registered.aid', hint: 'desk.registered.aid_hint', maxLength: 64 },
      name: nameField,
      url: addressField('web_app_url'),
      reason: reasonForLog,
    },
  }),
  acts: {
    change: act('changeApplication', {
      fields: { name: nameField, url: addressField('web_app_url'), reason: reasonForLog },
      fixed: thisOne,
      done: savedIn(path),
    }),
    key: act('showApplicationKey', button),
    'new-key': act('renewApplicationKey', button),
    disable: act('disableApplication', { ...button, done: savedIn(path), isDanger: true }),
    enable: act('enableApplication', { ...button, done: savedIn(path) }),
  },
  offered: ({ is_enabled }) => ['change', 'key', 'new-key', is_enabled ? 'disable' : 'enable'],
  useFacts: useWebAppFacts,
  defaultsOf: ({ name, url }) => ({ name, url }),
  Shown: ShownKey,
})

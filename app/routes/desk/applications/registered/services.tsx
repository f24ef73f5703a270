import { useTranslation } from 'react-i18next'
import { attributeNames } from '#contract/applications/registered/attribute-names'
import { act, type DataOf, reasonForLog } from '~/features/desk/act'
import type { Facts } from '~/ui/summary-list'
import { addressField, idField, nameField, toldField } from './fields'
import { addedTo, kind, removal, savedIn, thisOne } from './kind'
import { useTold } from './use-told'

type Service = DataOf<'listServices'>['services'][number]

const path = '/desk/applications/services'

const useServiceFacts = () => {
  const { t } = useTranslation()
  const told = useTold()
  return (service: Service): Facts => {
    const { id, url, attributes, logout_url, may_gateway } = service
    return {
      'desk.registered.id': { copied: id },
      'desk.registered.service_url': { copied: url },
      'desk.registered.told': told(attributes),
      'desk.registered.service_logout_url': logout_url === null ? t('desk.registered.none') : { copied: logout_url },
      'desk.registered.gateway': t(may_gateway ? 'desk.yes' : 'desk.no'),
    }
  }
}

/** The websites that sign people in by CAS. */
export const services = kind<Service>({
  path,
  idOf: ({ id }) => id,
  none: 'desk.registered.no_service',
  add: act('addService', {
    fields: { id: idField, name: nameField, url: addressField('service_url'), reason: reasonForLog },
    done: addedTo(path),
  }),
  acts: {
    change: act('changeService', {
      fields: {
        attributes: toldField(attributeNames),
        logout_url: { ...addressField('service_logout_url'), empty: null },
        may_gateway: { kind: 'tick', label: 'desk.registered.may_gateway' },
        reason: reasonForLog,
      },
      fixed: thisOne,
      done: savedIn(path),
    }),
    remove: act('removeService', removal(path, 'no_such_service')),
  },
  useFacts: useServiceFacts,
  defaultsOf: ({ attributes, logout_url, may_gateway }) => ({
    attributes,
    logout_url: logout_url ?? '',
    may_gateway: may_gateway ? '1' : '',
  }),
})

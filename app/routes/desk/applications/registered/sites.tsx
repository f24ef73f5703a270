import { useTranslation } from 'react-i18next'
import { siteFacts } from '#contract/applications/registered/site-facts'
import { type ActField, act, type DataOf, reasonForLog } from '~/features/desk/act'
import type { Facts } from '~/ui/summary-list'
import { addressField, idField, nameField, toldField } from './fields'
import { addedTo, kind, removal, savedIn, thisOne } from './kind'
import { useTold } from './use-told'

type Site = DataOf<'listSites'>['sites'][number]

const path = '/desk/applications/sites'

const useSiteFacts = () => {
  const { t } = useTranslation()
  const told = useTold()
  return (site: Site): Facts => {
    const { id, origin, people, facts } = site
    return {
      'desk.registered.id': { copied: id },
      'desk.registered.origin': { copied: origin },
      'desk.registered.who': people.length === 0 ? t('desk.registered.everyone') : people.join(t('layout.comma')),
      'desk.registered.told': told(facts),
    }
  }
}

const whoFields = {
  everyone: { kind: 'tick', label: 'desk.registered.everyone' },
  groups: { kind: 'lines', label: 'desk.registered.groups', hint: 'desk.registered.groups_hint' },
} as const satisfies Record<string, ActField>

/** Who may enter. An empty field must not let everybody in. */
const who = {
  check: ({ everyone, groups }: Record<string, unknown>): Record<string, string> => {
    const hasGroups = Array.isArray(groups) && groups.length > 0
    if (everyone !== hasGroups) return {}
    return { groups: hasGroups ? 'desk.registered.groups_or_everyone' : 'desk.registered.who_missing' }
  },
  shape: ({ everyone: _, groups: people, ...more }: Record<string, unknown>) => ({ ...more, people }),
  fieldOf: { people: 'groups' },
}

/** The protected sites. */
export const sites = kind<Site>({
  path,
  idOf: ({ id }) => id,
  none: 'desk.registered.no_site',
  add: act('addSite', {
    fields: { id: idField, name: nameField, origin: addressField('origin'), ...whoFields, reason: reasonForLog },
    ...who,
    done: addedTo(path),
  }),
  acts: {
    change: act('changeSite', {
      fields: { ...whoFields, facts: toldField(siteFacts), reason: reasonForLog },
      ...who,
      fixed: thisOne,
      done: savedIn(path),
    }),
    remove: act('removeSite', removal(path, 'no_such_site')),
  },
  useFacts: useSiteFacts,
  defaultsOf: ({ people, facts }) => ({
    facts,
    groups: people.join('\n'),
    everyone: people.length === 0 ? '1' : '',
  }),
})

import { attributeNames } from '#contract/applications/registered/attribute-names'
import { siteFacts } from '#contract/applications/registered/site-facts'
import { makes } from './makes'
import { type Commands, listLines, yes } from './said'

const changed = (_: object, { id }: { id: string }): string => `${id} is changed.`
const removed = (_: object, { id }: { id: string }): string => `${id} is removed.`
const changedApplication = (_: object, { aid }: { aid: string }): string => `${aid} is changed.`

const keyText = ({ key }: { key: string }, { aid }: { aid: string }): string =>
  `Its settings: ACCOUNT_API_AID=${aid} ACCOUNT_API_KEY=${key}`

const people = (typed: string): string[] => (typed === 'everyone' ? [] : typed.split(','))

/** The commands for services, sites and applications. */
export const websiteCommands: Commands = {
  'service [list]': makes('listServices', ({ services }) =>
    listLines(
      services,
      ({ id, name, url, attributes, logout_url, may_gateway }) => [
        ...[id, name, url, `attributes ${attributes.join(',') || 'none'}`],
        ...[`logout-url ${logout_url ?? 'none'}`, `gateway ${yes(may_gateway)}`],
      ],
      'No service is registered.',
    ),
  ),
  'service add <id> <url> <name>': makes(
    'addService',
    (_, { id }) => `${id} is registered. It only gets the user id; see service attributes.`,
    { text: 'Registers a service by the exact address in its requests.' },
  ),
  'service attributes <id> <attributes>': makes('changeService', changed, {
    text: `Sets the attributes that it gets: ${attributeNames.join(',')}, or none.`,
  }),
  'service logout-url <id> <logout-url>': makes('changeService', changed, {
    text: 'Sets the URL that is notified of ended sessions, or none.',
  }),
  'service gateway <id> <may-gateway>': makes('changeService', changed, {
    text: 'Whether it may check for a session without a sign-in page: yes or no.',
  }),
  'service remove <id>': makes('removeService', removed),
  'site [list]': makes('listSites', ({ sites }) =>
    listLines(
      sites,
      (site) => [
        ...[site.id, site.name, site.origin],
        ...[`people ${site.people.join(',') || 'everyone'}`, `facts ${site.facts.join(',') || 'none'}`],
      ],
      'No site is registered.',
    ),
  ),
  'site add <id> <origin> <people> <name>': makes(
    'addSite',
    (_, { id }) => `${id} is registered. It only gets the user id; see site facts.`,
    { text: 'Registers a site by its origin, such as https://wiki.example.com.', read: { people } },
  ),
  'site people <id> <people>': makes('changeSite', changed, {
    text: 'Sets who may enter: everyone, or groups, separated by commas: <sec_subject_uid> or <sec_subject_uid>/<role>.',
    read: { people },
  }),
  'site facts <id> <facts>': makes('changeSite', changed, {
    text: `Sets the headers that it gets: ${siteFacts.join(',')}, or none.`,
  }),
  'site remove <id>': makes('removeSite', removed),
  'application [list]': makes('listApplications', ({ applications }) =>
    listLines(
      applications,
      ({ aid, name, url, key_version, is_enabled }) => [
        ...[aid, name, url, `key ${key_version}`, is_enabled ? 'enabled' : 'disabled'],
      ],
      'No application is registered.',
    ),
  ),
  'application add <aid> <url> <name>': makes(
    'addApplication',
    (shown, input) => `${input.aid} is registered. ${keyText(shown, input)}`,
  ),
  'application name <aid> <name>': makes('changeApplication', changedApplication, {
    text: 'Sets the name that people read.',
  }),
  'application url <aid> <url>': makes('changeApplication', changedApplication, { text: 'Sets the URL of its pages.' }),
  'application key <aid>': makes('showApplicationKey', keyText),
  'application new-key <aid>': makes('renewApplicationKey', keyText),
  'application disable <aid>': makes('disableApplication', (_, { aid }) => `${aid} is disabled.`),
  'application enable <aid>': makes('enableApplication', (_, { aid }) => `${aid} is enabled.`),
}
